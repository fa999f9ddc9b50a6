// ADD, SUB and SQUARED_DIFFERENCE of quantized numbers: both operands come to one scale, with bits below the
// point, before they are combined.
#pragma once

#include <algorithm>

#include "kernels_ref/families/quantized_binary.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {

// Brings both operands to twice the larger of their scales.
class AlignedOperands {
 public:
  // `bits` stay below the point.
  AlignedOperands(const BinaryScales& scales, int bits)
      : scale_(2.0F * std::max(scales.left.scale, scales.right.scale)),
        bits_(bits),
        left_(ToFixedPoint(scales.left.scale / scale_)),
        right_(ToFixedPoint(scales.right.scale / scale_)) {}

  double scale() const { return scale_; }

  int32_t Left(int32_t above_zero) const { return Rescale(above_zero * (1 << bits_), left_); }
  int32_t Right(int32_t above_zero) const { return Rescale(above_zero * (1 << bits_), right_); }

 private:
  double scale_;
  int bits_;
  FixedPoint left_;
  FixedPoint right_;
};

// ADD and SUB of int8, uint8 and int16 of any scales: combine takes two numbers of 32 bits and returns one,
// which wraps around; rescale takes that and the factor to the output's scale.
template <typename Combine, typename Scale>
Status CombineQuantized(const KernelArgs& args, Combine combine, Scale rescale) {
  const int activation = args.params.As<abi::TfLiteArithmeticParams>().activation;
  LITEVK_ASSIGN_OR_RETURN(const BinaryScales scales, BinaryScales::Of(args, activation));
  // Numbers of 16 bits leave room for fewer below the point.
  const int bits = args.outputs[0].type() == ir::DataType::kInt16 ? 15 : 20;
  const AlignedOperands operands(scales, bits);
  const float unit = static_cast<float>(1 << bits) * scales.to.scale;
  const FixedPoint factor = ToFixedPoint(operands.scale() / static_cast<double>(unit));
  return ApplyAboveZeros(args, scales, [&](int32_t left, int32_t right) {
    return rescale(combine(operands.Left(left), operands.Right(right)), factor);
  });
}

}  // namespace litevk::ref
