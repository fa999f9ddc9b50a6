// Binds the rows of op_list.inc to the KernelRow that each kernels_ref/<stem>.cc defines.
#include <cassert>
#include <span>

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

KernelFn KernelFunctions::Find(std::string_view signature) const {
  if (all_ != nullptr) return all_;
  const auto found = std::ranges::find(named_, signature, &NamedKernelFn::signature);
  return found == named_.end() ? nullptr : found->function;
}

KernelFn FunctionFor(const KernelRow& row, OperandTensors inputs, OperandTensors outputs) {
  const auto matched = MatchSignature(row.info.types, inputs, outputs);
  assert(matched != row.info.types.end());
  return row.functions.Find(matched->name);
}

}  // namespace litevk::ref
