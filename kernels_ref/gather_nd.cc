#include <string>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "kernels_ref/support/strides.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk::ref {
namespace {

// Checks indices, `width` of which form one position along the first dims of the input.
Status CheckIndices(const std::vector<int64_t>& indices, const ir::Shape& input, size_t width) {
  for (size_t position = 0; position < indices.size(); ++position) {
    const size_t axis = position % width;
    if (indices[position] >= 0 && indices[position] < input.dims()[axis]) continue;
    return InvalidArgument("an index is " + std::to_string(indices[position]) +
                           ", expected 0 or more and less than " + std::to_string(input.dims()[axis]) +
                           ", dim " + std::to_string(axis) + " of the input");
  }
  return {};
}

}  // namespace

static Status GatherNd(const KernelArgs& args) {
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> indices,
                          ir::ReadStoredIndices(stored.query(), 1, "indices"));
  const ir::Shape& input = args.inputs[0].dims();
  const auto width = static_cast<size_t>(args.inputs[1].dims().dims().back());
  LITEVK_RETURN_IF_ERROR(CheckIndices(indices, input, width));
  const int64_t outputs = args.outputs[0].dims().NumElements();
  if (outputs == 0) return {};
  const std::vector<int64_t> strides = DenseStrides(input);
  const int64_t slice = CountBetween(input, static_cast<int>(width), input.rank());
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  for (int64_t row = 0; row < outputs / slice; ++row) {
    int64_t from = 0;
    for (size_t axis = 0; axis < width; ++axis) {
      from += indices[static_cast<size_t>(row) * width + axis] * strides[axis];
    }
    copier.Copy(from, row * slice, slice);
  }
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(gather_nd, &GatherNd, /*checks_values=*/true)
