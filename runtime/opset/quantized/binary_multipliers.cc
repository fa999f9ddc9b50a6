#include "runtime/opset/quantized/binary_multipliers.h"

#include <algorithm>
#include <string>

#include "runtime/opset/quantized/power_of_two.h"
#include "runtime/opset/quantized/wide_multiplier_between.h"

namespace litevk {

BinaryMultipliers SumMultipliers(const BinaryScales& scales, ir::DataType type) {
  const int bits = type == ir::DataType::kInt16 ? 15 : kSumBits;
  const AlignedScales aligned = AlignScales(scales.left, scales.right);
  return {aligned.left, aligned.right, aligned.MultiplierTo(scales.output, bits), bits};
}

BinaryMultipliers SquareMultipliers(const BinaryScales& scales) {
  constexpr int kBits = 7;
  const AlignedScales aligned = AlignScales(scales.left, scales.right);
  const float unit = static_cast<float>(1 << (2 * kBits)) * scales.output;
  const double square = aligned.scale * aligned.scale;
  return {aligned.left, aligned.right, ToFixedPoint(square / static_cast<double>(unit)), kBits};
}

BinaryMultipliers ComparisonMultipliers(const BinaryScales& scales) {
  constexpr int kBits = 8;
  return {
      .left = ToFixedPoint(scales.left), .right = ToFixedPoint(scales.right), .output = {}, .bits = kBits};
}

BinaryMultipliers ProductMultipliers(const BinaryScales& scales) {
  return {.left = {}, .right = {}, .output = ToFixedPoint(scales.left * scales.right / scales.output)};
}

// The sum of a quotient's shifts is kept in 64 bits. The processor takes its low six bits as the shift.
BinaryMultipliers QuotientMultipliers(const BinaryScales& scales) {
  const float multiplier = scales.left / (scales.right * scales.output);
  return {.left = {}, .right = {}, .output = WideMultiplierBetween(multiplier, 1)};
}

BinaryMultipliers SlopeMultipliers(const BinaryScales& scales) {
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
