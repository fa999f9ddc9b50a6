#include <string>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {
namespace {

int AxisOf(const ir::Params& params, int rank) {
  const int axis = params.As<abi::TfLiteConcatenationParams>().axis;
  return axis < 0 ? axis + rank : axis;
}

// Values are joined unread, so they must mean the same everywhere.
Status CheckScales(const KernelArgs& args) {
  const bool may_have_scale =
      TypeSet{ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16}.contains(
          args.outputs[0].type());
  if (!may_have_scale) return {};
  const ir::Quantization& output = args.outputs[0].tensor->quantization;
  for (const ConstView& input : args.inputs) {
    const ir::Quantization& quantization = input.tensor->quantization;
    if (quantization.scales == output.scales && quantization.zero_points == output.zero_points) continue;
    return Unsupported("input '" + input.tensor->name +
                       "' is quantized in another way than the output, expected the same");
  }
  return {};
}

}  // namespace

// Scalars become a vector; every other shape is the delegate's too.
static Status InferConcatenation(const ir::ShapeQuery& query) {
  const auto count = static_cast<int>(query.inputs.size());
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, count));
  if (count == 0 || query.input(0).rank() > 0) return ir::InferConcatenation(query);
  for (const ir::Tensor* input : query.inputs) {
    LITEVK_RETURN_IF_ERROR(ir::CheckRank(input->dims, 0, "a concatenated input"));
  }
  const int axis = query.params.As<abi::TfLiteConcatenationParams>().axis;
  if (axis == 0) return ir::SetOutput(query, {count});
  return InvalidArgument("axis is " + std::to_string(axis) + ", expected 0 for scalars");
}

static Status Concatenation(const KernelArgs& args) {
  LITEVK_RETURN_IF_ERROR(CheckScales(args));
  const ir::Shape& output = args.outputs[0].dims();
  if (output.NumElements() == 0) return {};
  return JoinRows(args, CountBetween(output, 0, AxisOf(args.params, output.rank())));
}

const KernelRow kKernelRow_concatenation = {
    .op_code = abi::kTfLiteBuiltinConcatenation,
    .params_bytes = sizeof(abi::TfLiteConcatenationParams),
    .types = {{.element = kFixedSize, .inputs = {kT}, .outputs = {kT}, .variadic = true}},
    .quantized = Quantized::kMoved,
    .infer_shapes = &InferConcatenation,
    .run = &Concatenation,
};

}  // namespace litevk::ref
