#include "kernels_ref/families/binary.h"
#include "kernels_ref/families/quantized_sum.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/wrapping.h"

namespace litevk::ref {

static Status SquaredDifference(const KernelArgs& args) {
  return ApplyBinary<float, int32_t>(args, [](auto left, auto right) {
    const auto difference = WrappingSubtract(left, right);
    return WrappingMultiply(difference, difference);
  });
}

static Status Int8SquaredDifference(const KernelArgs& args) {
  constexpr int kBits = 7;
  LITEVK_ASSIGN_OR_RETURN(const BinaryScales scales, BinaryScales::Of(args));
  const AlignedOperands operands(scales, kBits);
  const float unit = static_cast<float>(1 << (2 * kBits)) * scales.to.scale;
  const double scale = operands.scales().scale;
  const FixedPoint factor = ToFixedPoint(scale * scale / static_cast<double>(unit));
  return ApplyAboveZeros(args, scales, [&](int32_t left, int32_t right) {
    const int32_t difference = operands.Left(left) - operands.Right(right);
    return Rescale(difference * difference, factor);
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(squared_difference, {{"plain", &SquaredDifference}, {"int8", &Int8SquaredDifference}})
