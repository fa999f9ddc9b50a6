#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"

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

static Status Concatenation(const KernelArgs& args) {
  LITEVK_RETURN_IF_ERROR(CheckScales(args));
  const ir::Shape& output = args.outputs[0].dims();
  if (output.NumElements() == 0) return {};
  return JoinRows(args, CountBetween(output, 0, AxisOf(args.params, output.rank())));
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(concatenation, &Concatenation)
