#include <string>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "kernels_ref/support/strides.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk::ref {

// Keeps the last of several values for the same position. Like TFLite's, this kernel does not require ordered
// indices, whatever validate_indices says.
static Status SparseToDense(const KernelArgs& args) {
  const MutableView& output = args.outputs[0];
  LITEVK_RETURN_IF_ERROR(FillElements(args.inputs[3], output));
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> indices,
                          ir::ReadStoredIndices(stored.query(), 0, "indices"));
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[2], output));
  const bool is_scalar = args.inputs[2].dims().rank() == 0;
  const std::vector<int>& dims = output.dims().dims();
  for (size_t position = 0; position < indices.size(); position += dims.size()) {
    int64_t to = 0;
    for (size_t axis = 0; axis < dims.size(); ++axis) {
      const int64_t index = indices[position + axis];
      if (index < 0 || index >= dims[axis]) {
        return InvalidArgument("an index is " + std::to_string(index) +
                               ", expected 0 or more and less than " + std::to_string(dims[axis]) + ", dim " +
                               std::to_string(axis) + " of the output");
      }
      to = to * dims[axis] + index;
    }
    copier.CopyOne(is_scalar ? 0 : static_cast<int64_t>(position / dims.size()), to);
  }
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(sparse_to_dense, &SparseToDense, /*checks_values=*/true)
