#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "kernels_ref/support/strides.h"
#include "runtime/opset/shapes/shape_inference.h"

namespace litevk::ref {

static Status StridedSlice(const KernelArgs& args) {
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const ir::SliceRange range, ir::ResolveStridedSlice(stored.query()));
  const ir::Shape taken(range.size);
  if (taken.NumElements() == 0) return {};
  Placement source = {.strides = DenseStrides(args.inputs[0].dims())};
  for (size_t axis = 0; axis < range.begin.size(); ++axis) {
    source.first += range.begin[axis] * source.strides[axis];
    source.strides[axis] *= range.stride[axis];
  }
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  CopyStrided(taken, copier, source, {.strides = DenseStrides(taken)});
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(strided_slice, &StridedSlice)
