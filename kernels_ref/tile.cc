#include <limits>
#include <string>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/strides.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {

static Status InferTile(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  const ir::Shape& input = query.input(0);
  if (query.input(1) != ir::Shape{input.rank()}) {
    return InvalidArgument("multiples has dims " + query.input(1).ToString() + ", expected a vector of " +
                           std::to_string(input.rank()) + ", one for each dim of the input");
  }
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> multiples, ir::ReadStoredIndices(query, 1, "multiples"));
  std::vector<int64_t> dims(input.dims().begin(), input.dims().end());
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    if (multiples[axis] < 0 || multiples[axis] > std::numeric_limits<int>::max()) {
      return InvalidArgument("a multiple is " + std::to_string(multiples[axis]) +
                             ", expected 0 to 2147483647");
    }
    dims[axis] *= multiples[axis];
  }
  return ir::SetOutput(query, dims);
}

// The output is walked as {repeat, dim} for each axis; a repeat stays at the same place of the input.
static Status Tile(const KernelArgs& args) {
  const ir::Shape& input = args.inputs[0].dims();
  const ir::Shape& output = args.outputs[0].dims();
  if (output.NumElements() == 0) return {};
  const std::vector<int64_t> input_strides = DenseStrides(input);
  std::vector<int> walked;
  Placement source;
  for (int axis = 0; axis < input.rank(); ++axis) {
    walked.insert(walked.end(), {output[axis] / input[axis], input[axis]});
    source.strides.insert(source.strides.end(), {0, input_strides[static_cast<size_t>(axis)]});
  }
  const ir::Shape dims(walked);
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  CopyStrided(dims, copier, source, {.strides = DenseStrides(dims)});
  return {};
}

const KernelRow kKernelRow_tile = {
    .op_code = abi::kTfLiteBuiltinTile,
    .types = {{.element = kMovable, .inputs = {kT, kIndex}, .outputs = {kT}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = &InferTile,
    .run = &Tile,
};

}  // namespace litevk::ref
