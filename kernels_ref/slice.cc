#include "runtime/opset/ops/slice.h"
#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "kernels_ref/support/strides.h"

namespace litevk::ref {

static Status TakeSlice(const KernelArgs& args) {
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const Slice slice, ResolveSlice(stored.query()));
  const ir::Shape& taken = args.outputs[0].dims();
  if (taken.NumElements() == 0) return {};
  Placement source = {.strides = DenseStrides(args.inputs[0].dims())};
  for (size_t axis = 0; axis < slice.begin.size(); ++axis) {
    source.first += slice.begin[axis] * source.strides[axis];
  }
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  CopyStrided(taken, copier, source, {.strides = DenseStrides(taken)});
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(slice, &TakeSlice)
