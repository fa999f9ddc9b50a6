// Binds the rows of op_list.inc to the KernelRow that each kernels_ref/<stem>.cc defines.
#include <cassert>
#include <optional>
#include <span>
#include <vector>

#include "kernels_ref/support/kernel_rows.h"

namespace litevk::ref {

std::span<const KernelRow* const> KernelTable() {
  static constexpr const KernelRow* kRows[] = {
#define LITEVK_OP(name, stem) &kKernelRow_##stem,
#define LITEVK_KERNEL_OP(name, stem) &kKernelRow_##stem,
#define LITEVK_INTERPRETER_OP(name, stem)
#include "runtime/opset/op_list.inc"
#undef LITEVK_INTERPRETER_OP
#undef LITEVK_KERNEL_OP
#undef LITEVK_OP
  };
  return kRows;
}

const KernelRow* FindKernel(int op_code) {
  for (const KernelRow* row : KernelTable()) {
    if (row->info.op_code == op_code) return row;
  }
  return nullptr;
}

KernelFn FunctionFor(const KernelRow& row, OperandTensors inputs, OperandTensors outputs) {
  if (row.functions.count() == 1) return row.functions.of(0);
  const std::optional<size_t> matched = MatchSignature(row.info.types, inputs, outputs);
  assert(matched);
  return row.functions.of(*matched);
}

Status RunKernel(const KernelRow& row, const KernelArgs& args) {
  std::vector<const ir::Tensor*> inputs;
  for (const ConstView& view : args.inputs) inputs.push_back(view.tensor);
  std::vector<const ir::Tensor*> outputs;
  for (const MutableView& view : args.outputs) outputs.push_back(view.tensor);
  LITEVK_RETURN_IF_ERROR(CheckTypes(row.info, inputs, outputs));
  return FunctionFor(row, inputs, outputs)(args);
}

}  // namespace litevk::ref
