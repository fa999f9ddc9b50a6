#include <cstdlib>

#include "kernels_ref/elementwise/quantized_unary.h"
#include "kernels_ref/elementwise/unary.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {

static Status Abs(const KernelArgs& args) {
  return ApplyUnary<float, int16_t, int32_t>(
      args, [](auto value) { return value < 0 ? WrappingNegate(value) : value; });
}

// Rescales values only if the scales differ, as TFLite does.
static Status QuantizedAbs(const KernelArgs& args) {
  const UnaryScales scales(args);
  const bool is_scaled = scales.from.scale != scales.to.scale;
  const FixedPoint multiplier = ToFixedPoint(scales.ratio());
  return ApplyAboveZero(args, scales, [&](int32_t value) {
    return is_scaled ? Rescale(std::abs(value), multiplier) : std::abs(value);
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(abs, {{"plain", &Abs}, {"int8", &QuantizedAbs}, {"int16", &QuantizedAbs}})
