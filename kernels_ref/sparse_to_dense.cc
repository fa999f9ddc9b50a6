#include <string>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "kernels_ref/support/strides.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {
namespace {

// {count, width}: `count` positions of `width` indices; a vector or a scalar holds positions of one index.
ir::Shape PositionDims(const ir::Shape& indices) {
  if (indices.rank() == 2) return indices;
  return {indices.rank() == 0 ? 1 : indices[0], 1};
}

}  // namespace

static Status InferSparseToDense(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 4));
  const ir::Shape& indices = query.input(0);
  const ir::Shape& values = query.input(2);
  if (indices.rank() > 2) {
    return InvalidArgument("indices has " + std::to_string(indices.rank()) + " dims, expected at most 2");
  }
  const ir::Shape positions = PositionDims(indices);
  if (query.input(1) != ir::Shape{positions[1]}) {
    return InvalidArgument("output_shape has dims " + query.input(1).ToString() + ", expected a vector of " +
                           std::to_string(positions[1]) + " as there are indices for each value");
  }
  if (values.rank() != 0 && values != ir::Shape{positions[0]}) {
    return InvalidArgument("values has dims " + values.ToString() + ", expected a scalar or a vector of " +
                           std::to_string(positions[0]));
  }
  LITEVK_ASSIGN_OR_RETURN(const int64_t defaults, ir::CountElements(query.input(3), "default value"));
  if (defaults != 1) {
    return InvalidArgument("default value has " + std::to_string(defaults) + " elements, expected 1");
  }
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> dims, ir::ReadStoredIndices(query, 1, "output_shape"));
  return ir::SetOutput(query, dims);
}

// Of values for the same position, the last one stays. Like TFLite's, this kernel does not ask for ordered
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
  for (size_t place = 0; place < indices.size(); place += dims.size()) {
    int64_t to = 0;
    for (size_t axis = 0; axis < dims.size(); ++axis) {
      const int64_t index = indices[place + axis];
      if (index < 0 || index >= dims[axis]) {
        return InvalidArgument("an index is " + std::to_string(index) +
                               ", expected 0 or more and less than " + std::to_string(dims[axis]) + ", dim " +
                               std::to_string(axis) + " of the output");
      }
      to = to * dims[axis] + index;
    }
    copier.CopyOne(is_scalar ? 0 : static_cast<int64_t>(place / dims.size()), to);
  }
  return {};
}

const KernelRow kKernelRow_sparse_to_dense = {
    .op_code = abi::kTfLiteBuiltinSparseToDense,
    .types = {{.element = kFixedSize, .inputs = {kIndex, kIndex, kT, kT}, .outputs = {kT}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = &InferSparseToDense,
    .run = &SparseToDense,
};

}  // namespace litevk::ref
