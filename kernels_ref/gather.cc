#include <string>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "runtime/opset/ops/gather.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk::ref {
namespace {

Status CheckIndices(const std::vector<int64_t>& indices, int dim) {
  for (const int64_t index : indices) {
    if (index >= 0 && index < dim) continue;
    return InvalidArgument("an index is " + std::to_string(index) + ", expected 0 or more and less than " +
                           std::to_string(dim));
  }
  return {};
}

}  // namespace

// Maps input {batch, outer, dim, inner} at indices {batch, count} to output {batch, outer, count, inner}.
static Status Gather(const KernelArgs& args) {
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const GatherAxes axes, ResolveGatherAxes(stored.query()));
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> indices,
                          ir::ReadStoredIndices(stored.query(), 1, "indices"));
  const ir::Shape& input = args.inputs[0].dims();
  const int64_t dim = input[axes.axis];
  LITEVK_RETURN_IF_ERROR(CheckIndices(indices, input[axes.axis]));
  if (args.outputs[0].dims().NumElements() == 0) return {};
  const int64_t batches = CountBetween(input, 0, axes.batch_dims);
  const int64_t outer = CountBetween(input, axes.batch_dims, axes.axis);
  const int64_t inner = CountBetween(input, axes.axis + 1, input.rank());
  const int64_t count = static_cast<int64_t>(indices.size()) / batches;
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  for (int64_t row = 0; row < batches * outer; ++row) {
    for (int64_t position = 0; position < count; ++position) {
      const int64_t index = indices[static_cast<size_t>(row / outer * count + position)];
      copier.Copy((row * dim + index) * inner, (row * count + position) * inner, inner);
    }
  }
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(gather, &Gather, /*checks_values=*/true)
