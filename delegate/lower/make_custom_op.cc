#include "delegate/lower/make_custom_op.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "delegate/lower/custom_op_calls.h"
#include "runtime/graph/module_interface.h"

namespace litevk {
namespace {

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

// Checks the version, before anything else of the description is read.
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

Result<gpu::ModuleInterface> ReadModule(const LitevkGpuOp& described) {
  LITEVK_RETURN_IF_ERROR(CheckDescription(described));
  LITEVK_ASSIGN_OR_RETURN(gpu::ModuleInterface module,
                          gpu::ReadInterface(SpirvOf(described), EntryPointOf(described)));
  LITEVK_RETURN_IF_ERROR(gpu::CheckBindings(module, static_cast<uint32_t>(described.num_inputs),
                                            static_cast<uint32_t>(described.num_outputs)));
  return module;
}

}  // namespace

Result<std::shared_ptr<const CustomOp>> MakeCustomOp(const LitevkGpuOp& described) {
  LITEVK_RETURN_IF_ERROR(CheckAbi(described));
  Result<gpu::ModuleInterface> module = ReadModule(described);
  if (!module.ok()) {
    return InvalidArgument("operator " + std::string(described.name) + ": " + module.status().message());
  }
  const auto op = std::make_shared<CustomOp>(described, std::move(*module));
  op->infer_shapes = InferCustomShapes;
  GpuKernel kernel = {.accepts = AcceptsCustomNode, .lower = LowerCustomNode};
  Narrow(*op, kernel);
  op->spec = {.op_code = op->op_code, .kernels = {std::move(kernel)}};
  return std::shared_ptr<const CustomOp>(op);
}

}  // namespace litevk
