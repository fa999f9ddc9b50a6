#include "delegate/lower/custom_op.h"

#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "delegate/lower/custom_op_calls.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

std::vector<OperandType> TypesOf(const LitevkGpuOperand* operands, int count) {
  std::vector<OperandType> types;
  types.reserve(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) types.emplace_back(ir::FromTfLiteType(operands[i].type));
  return types;
}

Status CheckOperands(std::span<const LitevkGpuOperand> operands, const std::string& what) {
  for (size_t i = 0; i < operands.size(); ++i) {
    const LitevkGpuOperand& operand = operands[i];
    const std::string name = what + " " + std::to_string(i) + " is described with ";
    if (ir::ByteSize(ir::FromTfLiteType(operand.type)) == 0) {
      return InvalidArgument(name + "the type " + std::to_string(operand.type) +
                             ", expected one of LitevkGpuType");
    }
    if (operand.min_rank < 0 || operand.min_rank > operand.max_rank ||
        operand.max_rank > LITEVK_GPU_MAX_RANK) {
      return InvalidArgument(name + "the ranks " + std::to_string(operand.min_rank) + " to " +
                             std::to_string(operand.max_rank) + ", expected a range within 0 to " +
                             std::to_string(LITEVK_GPU_MAX_RANK));
    }
  }
  return {};
}

// Before anything else of the description is read.
Status CheckAbi(const LitevkGpuOp& described) {
  if (described.abi_version != LITEVK_GPU_OP_ABI_VERSION) {
    return InvalidArgument("an operator is described for version " + std::to_string(described.abi_version) +
                           " of litevk_gpu_op.h, expected " + std::to_string(LITEVK_GPU_OP_ABI_VERSION));
  }
  if (described.struct_bytes < sizeof(LitevkGpuOp)) {
    return InvalidArgument("an operator's description has " + std::to_string(described.struct_bytes) +
                           " bytes, expected " + std::to_string(sizeof(LitevkGpuOp)) + " (struct_bytes)");
  }
  if (described.name == nullptr || *described.name == '\0') return InvalidArgument("an operator has no name");
  return {};
}

Status CheckDescription(const LitevkGpuOp& described) {
  if (described.min_version > described.max_version) {
    return InvalidArgument("the versions " + std::to_string(described.min_version) + " to " +
                           std::to_string(described.max_version) + " are none");
  }
  if (described.num_inputs < 1 || described.num_outputs < 1 || described.inputs == nullptr ||
      described.outputs == nullptr) {
    return InvalidArgument("expected one input and one output at least, found " +
                           std::to_string(described.num_inputs) + " and " +
                           std::to_string(described.num_outputs));
  }
  LITEVK_RETURN_IF_ERROR(
      CheckOperands({described.inputs, static_cast<size_t>(described.num_inputs)}, "input"));
  LITEVK_RETURN_IF_ERROR(
      CheckOperands({described.outputs, static_cast<size_t>(described.num_outputs)}, "output"));
  if (described.plan == nullptr) return InvalidArgument("it has no plan function");
  if (described.spirv == nullptr || described.spirv_bytes % sizeof(uint32_t) != 0) {
    return InvalidArgument("expected a module of whole 32-bit words, found " +
                           std::to_string(described.spirv == nullptr ? 0 : described.spirv_bytes) + " bytes");
  }
  return {};
}

std::span<const uint32_t> WordsOf(const LitevkGpuOp& described) {
  return {described.spirv, described.spirv_bytes / sizeof(uint32_t)};
}

const char* EntryPointOf(const LitevkGpuOp& described) {
  return described.entry_point != nullptr ? described.entry_point : "main";
}

Result<gpu::ModuleInterface> ReadModule(const LitevkGpuOp& described) {
  LITEVK_RETURN_IF_ERROR(CheckDescription(described));
  LITEVK_ASSIGN_OR_RETURN(gpu::ModuleInterface module,
                          gpu::ReadInterface(WordsOf(described), EntryPointOf(described)));
  LITEVK_RETURN_IF_ERROR(gpu::CheckBindings(module, static_cast<uint32_t>(described.num_inputs),
                                            static_cast<uint32_t>(described.num_outputs)));
  return module;
}

}  // namespace

Result<std::shared_ptr<const CustomOp>> CustomOp::Create(const LitevkGpuOp& described) {
  LITEVK_RETURN_IF_ERROR(CheckAbi(described));
  Result<gpu::ModuleInterface> module = ReadModule(described);
  if (!module.ok()) {
    return InvalidArgument("operator " + std::string(described.name) + ": " + module.status().message());
  }
  return std::shared_ptr<const CustomOp>(new CustomOp(described, std::move(*module)));
}

CustomOp::CustomOp(const LitevkGpuOp& from, gpu::ModuleInterface interface)
    : OpInfo{.op_code = abi::kTfLiteBuiltinCustom,
             .name = {},
             .stem = {},
             .versions = {{from.max_version, kRuntimeNever, ""}},
             .needed_version = nullptr,
             .params = {},
             .types = {{.inputs = TypesOf(from.inputs, from.num_inputs),
                        .outputs = TypesOf(from.outputs, from.num_outputs)}},
             .infer_shapes = InferCustomShapes,
             .operands = {},
             .numeric_class = {NumericKind::kTranscendental},
             .layout = {LayoutRole::kTerminate},
             .cost = ElementwiseCost},
      described(from),
      module(std::move(interface)),
      shader{},
      name_(from.name),
      entry_point_(EntryPointOf(from)),
      words_(WordsOf(from).begin(), WordsOf(from).end()),
      inputs_(from.inputs, from.inputs + from.num_inputs),
      outputs_(from.outputs, from.outputs + from.num_outputs) {
  name = name_;
  stem = name_;
  described.name = name_.c_str();
  described.entry_point = entry_point_.c_str();
  described.spirv = words_.data();
  described.inputs = inputs_.data();
  described.outputs = outputs_.data();
  for (size_t i = 0; i < inputs_.size(); ++i) binding_names_.push_back("input" + std::to_string(i));
  for (size_t i = 0; i < outputs_.size(); ++i) binding_names_.push_back("output" + std::to_string(i));
  for (const std::string& binding : binding_names_) {
    const bool is_input = bindings_.size() < inputs_.size();
    bindings_.push_back({.name = binding,
                         .access = is_input ? gpu::Access::kRead : gpu::Access::kWrite,
                         .element = gpu::Element::kWord});
  }
  shader = {.name = name_,
            .spirv = gpu::Spirv(words_),
            .spec_ids = {},
            .bindings = bindings_,
            .push_bytes = module.push_bytes,
            .capabilities = module.capabilities,
            .entry_point = entry_point_};
  GpuKernel kernel = {.accepts = AcceptsCustomNode, .lower = LowerCustomNode};
  Narrow(*this, kernel);
  spec = {.op_code = op_code, .kernels = {std::move(kernel)}};
}

bool CustomOp::HasNameOf(const ir::Node& node) const {
  return node.custom_name == name_ && node.version >= described.min_version &&
         node.version <= described.max_version;
}

bool CustomOp::TakesTypesOf(const ir::Graph& graph, const ir::Node& node) const {
  return node.outputs.size() == outputs_.size() &&
         TypesMatch(types.front(), ir::TensorsOf(graph, node.inputs), ir::TensorsOf(graph, node.outputs));
}

}  // namespace litevk
