#include <array>
#include <cmath>
#include <deque>
#include <vector>

#include "kernels_ref/support/affine.h"
#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/to_int32.h"

namespace litevk::ref {
namespace {

int AxisOf(const ir::Params& params, int rank) {
  const int axis = params.As<abi::TfLiteConcatenationParams>().axis;
  return axis < 0 ? axis + rank : axis;
}

bool HasOneScale(const ir::Quantization& quantization) {
  return quantization.scales.size() == 1 && quantization.zero_points.size() == 1;
}

// True if both zero points are 0: TFLite joins numbers of int16 whatever their scales are then.
bool AreSymmetric(const ir::Tensor& input, const ir::Tensor& output) {
  return HasOneScale(input.quantization) && HasOneScale(output.quantization) &&
         input.quantization.zero_points[0] == 0 && output.quantization.zero_points[0] == 0;
}

// TFLite converts in float32; what leaves 32 bits is the lowest int32 before the zero point is added.
uint8_t Convert(int number, float factor, const AffineChannels::Channel& from, int to_zero_point) {
  const float bias = -static_cast<float>(from.zero_point) * factor;
  const int32_t steps = ToInt32(std::round(static_cast<float>(number) * factor + bias));
  return Saturate<uint8_t>(int64_t{steps} + to_zero_point);
}

// Returns the uint8 input's numbers in the output's scale.
std::vector<std::byte> Converted(const ConstView& input, const ir::Tensor& output) {
  const AffineChannels::Channel from = AffineChannels::OnlyOf(*input.tensor);
  const AffineChannels::Channel to = AffineChannels::OnlyOf(output);
  const float factor = from.scale * (1.0F / to.scale);
  std::array<std::byte, 256> table = {};
  for (size_t number = 0; number < table.size(); ++number) {
    table[number] = std::byte{Convert(static_cast<int>(number), factor, from, to.zero_point)};
  }
  std::vector<std::byte> numbers(input.bytes.begin(), input.bytes.end());
  for (std::byte& number : numbers) number = table[std::to_integer<size_t>(number)];
  return numbers;
}

}  // namespace

static Status Concatenation(const KernelArgs& args) {
  const ir::Tensor& output = *args.outputs[0].tensor;
  std::vector<ConstView> inputs(args.inputs.begin(), args.inputs.end());
  std::deque<std::vector<std::byte>> converted;  // a deque: its elements stay where they are
  for (ConstView& input : inputs) {
    if (MeansTheSame(*input.tensor, output)) continue;
    if (output.type == ir::DataType::kInt16 && AreSymmetric(*input.tensor, output)) continue;
    const bool is_converted = output.type == ir::DataType::kUInt8 &&
                              HasOneScale(input.tensor->quantization) && HasOneScale(output.quantization);
    if (!is_converted) {
      return Unsupported("input '" + input.tensor->name +
                         "' is quantized in another way than the output, expected the same");
    }
    input.bytes = converted.emplace_back(Converted(input, output));
  }
  if (output.dims.NumElements() == 0) return {};
  const KernelArgs alike = {
      .params = args.params, .inputs = inputs, .outputs = args.outputs, .variables = args.variables};
  return JoinRows(alike, CountBetween(output.dims, 0, AxisOf(args.params, output.dims.rank())));
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(concatenation, &Concatenation)
