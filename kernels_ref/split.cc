#include <string>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {
namespace {

// Input 0 is the axis, input 1 the values.
Result<int> AxisOf(const ir::ShapeQuery& query) {
  LITEVK_ASSIGN_OR_RETURN(const int64_t axis, ir::ReadStoredIndex(query, 0, "axis"));
  return ir::ResolveAxis(axis, query.input(1).rank());
}

}  // namespace

static Status InferSplit(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  const auto outputs = static_cast<int>(query.outputs.size());
  const int splits = query.params.As<abi::TfLiteSplitParams>().num_splits;
  if (splits != outputs) {
    return InvalidArgument("num_splits is " + std::to_string(splits) + ", expected the " +
                           std::to_string(outputs) + " outputs");
  }
  LITEVK_ASSIGN_OR_RETURN(const int axis, AxisOf(query));
  const ir::Shape& input = query.input(1);
  if (input[axis] % splits != 0) {
    return InvalidArgument("dim " + std::to_string(axis) + " is " + std::to_string(input[axis]) +
                           ", expected a multiple of " + std::to_string(splits));
  }
  std::vector<int64_t> dims(input.dims().begin(), input.dims().end());
  dims[static_cast<size_t>(axis)] /= splits;
  for (size_t index = 0; index < query.outputs.size(); ++index) {
    LITEVK_RETURN_IF_ERROR(ir::SetOutput(query, index, dims));
  }
  return {};
}

static Status Split(const KernelArgs& args) {
  const ir::Shape& input = args.inputs[1].dims();
  if (input.NumElements() == 0) return {};
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const int axis, AxisOf(stored.query()));
  return SplitRows(args.inputs[1], args, CountBetween(input, 0, axis));
}

const KernelRow kKernelRow_split = {
    .op_code = abi::kTfLiteBuiltinSplit,
    .params_bytes = sizeof(abi::TfLiteSplitParams),
    .types = {{.element = kFixedSize, .inputs = {kInt32, kT}, .outputs = {kT}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = &InferSplit,
    .run = &Split,
};

}  // namespace litevk::ref
