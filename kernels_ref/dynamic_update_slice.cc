#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "kernels_ref/support/strides.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk::ref {

// Clamps the start indices so that the update lies within the operand.
static Status DynamicUpdateSlice(const KernelArgs& args) {
  LITEVK_RETURN_IF_ERROR(CopyInput(args));
  const ir::Shape& operand = args.inputs[0].dims();
  const ir::Shape& update = args.inputs[1].dims();
  if (update.NumElements() == 0) return {};
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> starts,
                          ir::ReadStoredIndices(stored.query(), 2, "start indices"));
  Placement dest = {.strides = DenseStrides(operand)};
  for (size_t axis = 0; axis < starts.size(); ++axis) {
    const int64_t most = operand.dims()[axis] - update.dims()[axis];
    dest.first += std::clamp<int64_t>(starts[axis], 0, most) * dest.strides[axis];
  }
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[1], args.outputs[0]));
  CopyStrided(update, copier, {.strides = DenseStrides(update)}, dest);
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(dynamic_update_slice, &DynamicUpdateSlice)
