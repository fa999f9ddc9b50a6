#include "runtime/opset/quantized/binary_factors.h"

#include <algorithm>
#include <string>

#include "runtime/opset/quantized/power_of_two.h"
#include "runtime/opset/quantized/wide_factor_between.h"

namespace litevk {

BinaryFactors SumFactors(const BinaryScales& scales, ir::DataType type) {
  const int bits = type == ir::DataType::kInt16 ? 15 : kSumBits;
  const AlignedScales aligned = AlignScales(scales.left, scales.right);
  return {aligned.left, aligned.right, aligned.FactorTo(scales.output, bits), bits};
}

BinaryFactors SquareFactors(const BinaryScales& scales) {
  constexpr int kBits = 7;
  const AlignedScales aligned = AlignScales(scales.left, scales.right);
  const float unit = static_cast<float>(1 << (2 * kBits)) * scales.output;
  const double square = aligned.scale * aligned.scale;
  return {aligned.left, aligned.right, ToFixedPoint(square / static_cast<double>(unit)), kBits};
}

BinaryFactors ComparisonFactors(const BinaryScales& scales) {
  constexpr int kBits = 8;
  return {
      .left = ToFixedPoint(scales.left), .right = ToFixedPoint(scales.right), .output = {}, .bits = kBits};
}

BinaryFactors ProductFactors(const BinaryScales& scales) {
  return {.left = {}, .right = {}, .output = ToFixedPoint(scales.left * scales.right / scales.output)};
}

// The sum of a quotient's shifts is kept in 64 bits. The processor takes its low six bits as the shift.
BinaryFactors QuotientFactors(const BinaryScales& scales) {
  const float factor = scales.left / (scales.right * scales.output);
  return {.left = {}, .right = {}, .output = WideFactorBetween(factor, 1)};
}

BinaryFactors SlopeFactors(const BinaryScales& scales) {
  return {.left = ToFixedPoint(scales.left / scales.output),
          .right = {},
          .output = ToFixedPoint(scales.left * scales.right / scales.output)};
}

Result<std::optional<OperandShifts>> ShiftsOf(const BinaryScales& scales) {
  const std::optional<int> left = ExponentOf(scales.left);
  const std::optional<int> right = ExponentOf(scales.right);
  const std::optional<int> output = ExponentOf(scales.output);
  if (!left || !right || !output) return std::optional<OperandShifts>();
  const OperandShifts shifts = {*output - *left, *output - *right};
  if (std::min(shifts.left, shifts.right) == 0) return std::optional(shifts);
  return Unsupported("scales of int16 are 2^" + std::to_string(*left) + " and 2^" + std::to_string(*right) +
                     ", expected the larger one to be the output's, 2^" + std::to_string(*output));
}

}  // namespace litevk
