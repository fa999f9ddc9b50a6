#include <string>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {
namespace {

struct GatherAxes {
  int axis = 0;
  int batch_dims = 0;  // leading dims that input and indices share
};

Result<GatherAxes> ResolveAxes(const ir::ShapeQuery& query) {
  const auto& params = query.params.As<abi::TfLiteGatherParams>();
  const ir::Shape& input = query.input(0);
  const ir::Shape& indices = query.input(1);
  GatherAxes axes;
  LITEVK_ASSIGN_OR_RETURN(axes.axis, ir::ResolveAxis(params.axis, input.rank()));
  axes.batch_dims = params.batch_dims + (params.batch_dims < 0 ? indices.rank() : 0);
  if (axes.batch_dims < 0 || axes.batch_dims > axes.axis || axes.batch_dims > indices.rank()) {
    return InvalidArgument("batch_dims is " + std::to_string(params.batch_dims) + ", expected at most axis " +
                           std::to_string(axes.axis) + " and the " + std::to_string(indices.rank()) +
                           " dims of the indices");
  }
  for (int dim = 0; dim < axes.batch_dims; ++dim) {
    if (input[dim] == indices[dim]) continue;
    return InvalidArgument("input has dims " + input.ToString() + " and indices " + indices.ToString() +
                           ", expected the first " + std::to_string(axes.batch_dims) + " to be equal");
  }
  return axes;
}

Status CheckIndices(const std::vector<int64_t>& indices, int dim) {
  for (const int64_t index : indices) {
    if (index >= 0 && index < dim) continue;
    return InvalidArgument("an index is " + std::to_string(index) + ", expected 0 or more and less than " +
                           std::to_string(dim));
  }
  return {};
}

}  // namespace

static Status InferGather(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  LITEVK_ASSIGN_OR_RETURN(const GatherAxes axes, ResolveAxes(query));
  const std::vector<int>& input = query.input(0).dims();
  const std::vector<int>& indices = query.input(1).dims();
  std::vector<int64_t> dims(input.begin(), input.begin() + axes.axis);
  dims.insert(dims.end(), indices.begin() + axes.batch_dims, indices.end());
  dims.insert(dims.end(), input.begin() + axes.axis + 1, input.end());
  return ir::SetOutput(query, dims);
}

// input {batch, outer, dim, inner} at indices {batch, count} becomes output {batch, outer, count, inner}.
static Status Gather(const KernelArgs& args) {
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const GatherAxes axes, ResolveAxes(stored.query()));
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
    for (int64_t place = 0; place < count; ++place) {
      const int64_t index = indices[static_cast<size_t>(row / outer * count + place)];
      copier.Copy((row * dim + index) * inner, (row * count + place) * inner, inner);
    }
  }
  return {};
}

const KernelRow kKernelRow_gather = {
    .op_code = abi::kTfLiteBuiltinGather,
    .params_bytes = sizeof(abi::TfLiteGatherParams),
    .types = {{.element = kMovable, .inputs = {kT, kIndex | ir::DataType::kInt16}, .outputs = {kT}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = &InferGather,
    .run = &Gather,
};

}  // namespace litevk::ref
