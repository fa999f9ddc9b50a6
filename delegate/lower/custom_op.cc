#include "delegate/lower/custom_op.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

std::vector<OperandType> TypesOf(const LitevkGpuOperand* operands, int count) {
  std::vector<OperandType> types;
  types.reserve(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) types.emplace_back(ir::FromTfLiteType(operands[i].type));
  return types;
}

}  // namespace

std::span<const uint32_t> SpirvOf(const LitevkGpuOp& described) {
  return {described.spirv, described.spirv_bytes / sizeof(uint32_t)};
}

const char* EntryPointOf(const LitevkGpuOp& described) {
  return described.entry_point != nullptr ? described.entry_point : "main";
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
             .infer_shapes = nullptr,
             .operands = {},
             .numeric_class = {NumericKind::kTranscendental},
             .layout = {LayoutRole::kTerminate},
             .cost = ElementwiseCost},
      described(from),
      module(std::move(interface)),
      shader{},
      name_(from.name),
      entry_point_(EntryPointOf(from)),
      words_(SpirvOf(from).begin(), SpirvOf(from).end()),
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
