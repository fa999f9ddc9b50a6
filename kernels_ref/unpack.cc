#include <string>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {

static Status InferUnpack(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  const auto& params = query.params.As<abi::TfLiteUnpackParams>();
  const ir::Shape& input = query.input(0);
  LITEVK_ASSIGN_OR_RETURN(const int axis, ir::ResolveAxis(params.axis, input.rank()));
  const auto outputs = static_cast<int>(query.outputs.size());
  if (params.num != outputs || input[axis] != outputs) {
    return InvalidArgument("num is " + std::to_string(params.num) + " and dim " + std::to_string(axis) +
                           " is " + std::to_string(input[axis]) + ", expected both to be the " +
                           std::to_string(outputs) + " outputs");
  }
  std::vector<int64_t> dims(input.dims().begin(), input.dims().end());
  dims.erase(dims.begin() + axis);
  for (size_t index = 0; index < query.outputs.size(); ++index) {
    LITEVK_RETURN_IF_ERROR(ir::SetOutput(query, index, dims));
  }
  return {};
}

static Status Unpack(const KernelArgs& args) {
  const ir::Shape& input = args.inputs[0].dims();
  if (input.NumElements() == 0) return {};
  LITEVK_ASSIGN_OR_RETURN(const int axis,
                          ir::ResolveAxis(args.params.As<abi::TfLiteUnpackParams>().axis, input.rank()));
  return SplitRows(args.inputs[0], args, CountBetween(input, 0, axis));
}

const KernelRow kKernelRow_unpack = {
    .op_code = abi::kTfLiteBuiltinUnpack,
    .params_bytes = sizeof(abi::TfLiteUnpackParams),
    .types = {{.element = kFixedSize, .inputs = {kT}, .outputs = {kT}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = &InferUnpack,
    .run = &Unpack,
};

}  // namespace litevk::ref
