#include "runtime/opset/ops/reverse_v2.h"

#include <vector>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "kernels_ref/support/strides.h"

namespace litevk::ref {

static Status Reverse(const KernelArgs& args) {
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const std::vector<bool> reversed, ResolveReversedAxes(stored.query()));
  const ir::Shape& dims = args.inputs[0].dims();
  if (dims.NumElements() == 0) return {};
  const std::vector<int64_t> strides = DenseStrides(dims);
  Placement source = {.strides = strides};
  for (size_t axis = 0; axis < strides.size(); ++axis) {
    if (!reversed[axis]) continue;
    source.first += (dims.dims()[axis] - 1) * strides[axis];
    source.strides[axis] = -strides[axis];
  }
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  CopyStrided(dims, copier, source, {.strides = strides});
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(reverse_v2, &Reverse)
