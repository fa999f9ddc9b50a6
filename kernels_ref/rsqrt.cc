#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels_ref/elementwise/quantized_unary.h"
#include "kernels_ref/elementwise/root.h"
#include "kernels_ref/elementwise/table16.h"
#include "kernels_ref/elementwise/unary.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/quantized/fixed_point_math.h"

namespace litevk::ref {

static float RsqrtOf(float value) { return 1.0F / std::sqrt(value); }

static Status Rsqrt(const KernelArgs& args) { return ApplyUnary<float>(args, RsqrtOf); }

// Returns value * mantissa * 2^(exponent - 31). Shifts by more than 31 bits behave as on x86-64.
static int32_t Scaled(int32_t value, int32_t mantissa, int exponent) {
  const auto shifted = static_cast<int32_t>(static_cast<uint32_t>(value) << std::max(exponent, 0));
  return RoundingShift(HighProduct(shifted, mantissa), std::max(-exponent, 0));
}

// Computes inverse roots. Zero gives the largest value.
static Status Int8Rsqrt(const KernelArgs& args) {
  constexpr int kKeptBits = 20;
  LITEVK_RETURN_IF_ERROR(CheckNotNegative<int8_t>(args.inputs[0]));
  const UnaryScales scales(args);
  const float scale = std::sqrt(scales.from.scale) * scales.to.scale;
  const FixedPoint multiplier = ToFixedPoint(1.0 / static_cast<double>(scale));
  return ApplyUnary<int8_t>(args, [&](int8_t integer) {
    const int32_t value = integer - scales.from.zero_point;
    if (value == 0) return std::numeric_limits<int8_t>::max();
    const ScaledMantissa root = InverseRootOf(value);
    const int32_t inverse = Scaled(1, root.mantissa, kKeptBits - root.exponent);
    const int32_t steps =
        Scaled(inverse, multiplier.multiplier, multiplier.left - multiplier.right - kKeptBits);
    return Saturate<int8_t>(WrappingAdd<int32_t>(steps, scales.to.zero_point));
  });
}

// Computes inverse roots by a table that extends below zero, where every entry is the largest value.
static Status Int16Rsqrt(const KernelArgs& args) {
  LITEVK_RETURN_IF_ERROR(CheckNotNegative<int16_t>(args.inputs[0]));
  const float highest =
      AffineChannels::OnlyOf(*args.outputs[0].tensor).ValueOf(std::numeric_limits<int16_t>::max());
  return ApplyTable16(args, [highest](float value) { return value > 0.0F ? RsqrtOf(value) : highest; });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(rsqrt, {{"plain", &Rsqrt}, {"int8", &Int8Rsqrt}, {"int16", &Int16Rsqrt}})
