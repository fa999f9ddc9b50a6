// ADD, SUB and SQUARED_DIFFERENCE of quantized numbers: both operands come to one scale, with bits below the
// point, before they are combined.
#pragma once

#include <algorithm>
#include <optional>

#include "kernels_ref/families/quantized_binary.h"
#include "runtime/opset/fixed_point_math.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {

// Brings both operands to one scale.
class AlignedOperands {
 public:
  // `bits` stay below the point.
  AlignedOperands(const BinaryScales& scales, int bits)
      : scales_(AlignScales(scales.left.scale, scales.right.scale)), bits_(bits) {}

  const AlignedScales& scales() const { return scales_; }

  int32_t Left(int32_t above_zero) const { return Rescale(above_zero * (1 << bits_), scales_.left); }
  int32_t Right(int32_t above_zero) const { return Rescale(above_zero * (1 << bits_), scales_.right); }

 private:
  AlignedScales scales_;
  int bits_;
};

// Computes int8, uint8 and int16 of any scales: combine takes two numbers of 32 bits and returns one, which
// wraps around.
template <typename Combine>
Status CombineAligned(const KernelArgs& args, const BinaryScales& scales, Combine combine) {
  // Numbers of 16 bits leave room for fewer below the point.
  const int bits = args.outputs[0].type() == ir::DataType::kInt16 ? 15 : kSumBits;
  const AlignedOperands operands(scales, bits);
  const FixedPoint factor = operands.scales().FactorTo(scales.to.scale, bits);
  return ApplyAboveZeros(args, scales, [&](int32_t left, int32_t right) {
    return Rescale(combine(operands.Left(left), operands.Right(right)), factor);
  });
}

// How many bits the numbers of int16 are shifted to the right to come to the output's scale.
struct OperandShifts {
  int left;
  int right;
};

// Returns nothing where one of the scales is no power of two. Fails unless one operand has the output's scale
// and the other no larger one, as TFLite does.
Result<std::optional<OperandShifts>> ShiftsOf(const BinaryScales& scales);

// Computes int16 whose scales are powers of two.
template <typename Combine>
Status CombineShifted(const KernelArgs& args, const BinaryScales& scales, const OperandShifts& shifts,
                      Combine combine) {
  return ApplyBinary<int16_t>(args, [&](int16_t left, int16_t right) {
    const int32_t sum =
        combine(int32_t{RoundingShift(left, shifts.left)}, int32_t{RoundingShift(right, shifts.right)});
    return static_cast<int16_t>(scales.NumberAt(Saturate<int16_t>(sum)));
  });
}

// ADD and SUB, whose int16 is shifted where the model asks for it and the scales let it.
template <typename Combine>
Status CombineQuantized(const KernelArgs& args, Combine combine) {
  const auto& params = args.params.As<abi::TfLiteAddParams>();
  LITEVK_ASSIGN_OR_RETURN(const BinaryScales scales, BinaryScales::Of(args, params.activation));
  if (args.outputs[0].type() == ir::DataType::kInt16 && params.pot_scale_int16) {
    LITEVK_ASSIGN_OR_RETURN(const std::optional<OperandShifts> shifts, ShiftsOf(scales));
    if (shifts) return CombineShifted(args, scales, *shifts, combine);
  }
  return CombineAligned(args, scales, combine);
}

}  // namespace litevk::ref
