#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "kernels_ref/support/strides.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk::ref {

// Spreads the input's elements by the dilations over an output filled with the padding value.
static Status Dilate(const KernelArgs& args) {
  const MutableView& output = args.outputs[0];
  LITEVK_RETURN_IF_ERROR(FillElements(args.inputs[2], output));
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> dilations,
                          ir::ReadStoredIndices(stored.query(), 1, "dilations"));
  Placement dest = {.strides = DenseStrides(output.dims())};
  for (size_t axis = 0; axis < dest.strides.size(); ++axis) dest.strides[axis] *= dilations[axis];
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], output));
  const ir::Shape& dims = args.inputs[0].dims();
  CopyStrided(dims, copier, {.strides = DenseStrides(dims)}, dest);
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(dilate, &Dilate)
