#include "runtime/opset/ops/transpose.h"
#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "kernels_ref/support/strides.h"

namespace litevk::ref {

static Status Transpose(const KernelArgs& args) {
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int> permutation, ResolvePermutation(stored.query()));
  const ir::Shape& output = args.outputs[0].dims();
  if (output.NumElements() == 0) return {};
  const std::vector<int64_t> strides = DenseStrides(args.inputs[0].dims());
  Placement source;
  for (const int axis : permutation) source.strides.push_back(strides[static_cast<size_t>(axis)]);
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  CopyStrided(output, copier, source, {.strides = DenseStrides(output)});
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(transpose, &Transpose)
