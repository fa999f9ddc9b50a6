// Binds the rows of op_list.inc to the KernelRow that each kernels_ref/<stem>.cc defines.
#include <algorithm>
#include <cassert>
#include <span>
#include <vector>

#include "kernels_ref/support/kernel_rows.h"

namespace litevk::ref {
namespace {

template <typename View>
std::vector<const ir::Tensor*> TensorsOf(std::span<const View> views) {
  std::vector<const ir::Tensor*> tensors;
  tensors.reserve(views.size());
  for (const View& view : views) tensors.push_back(view.tensor);
  return tensors;
}

bool WritesNothing(const KernelArgs& args) {
  const auto is_empty = [](const MutableView& view) {
    return !view.present() || view.dims().NumElements() == 0;
  };
  return std::ranges::all_of(args.outputs, is_empty) && std::ranges::all_of(args.variables, is_empty);
}

}  // namespace

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

Status RunChecked(const KernelRow& row, const KernelArgs& args) {
  if (!row.checks_values && WritesNothing(args)) return {};
  return FunctionFor(row, TensorsOf(args.inputs), TensorsOf(args.outputs))(args);
}

Status RunKernel(const KernelRow& row, const KernelArgs& args) {
  LITEVK_RETURN_IF_ERROR(CheckTypes(row.info, TensorsOf(args.inputs), TensorsOf(args.outputs)));
  return RunChecked(row, args);
}

}  // namespace litevk::ref
