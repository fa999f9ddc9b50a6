#include <cmath>

#include "kernels_ref/elementwise/quantized_unary.h"
#include "kernels_ref/elementwise/unary.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {

static Status LeakyRelu(const KernelArgs& args) {
  const float alpha = args.params.As<abi::TfLiteLeakyReluParams>().alpha;
  return ApplyUnary<float>(args, [alpha](float value) { return value > 0.0F ? value : value * alpha; });
}

// Rounds a negative slope as its magnitude and negates the result.
static Status QuantizedLeakyRelu(const KernelArgs& args) {
  const UnaryScales scales(args);
  const float slope =
      scales.from.scale * args.params.As<abi::TfLiteLeakyReluParams>().alpha / scales.to.scale;
  const FixedPoint above = ToFixedPoint(scales.ratio());
  const FixedPoint below = ToFixedPoint(std::abs(slope));
  return ApplyAboveZero(args, scales, [&](int32_t value) {
    if (value >= 0) return Rescale(value, above);
    const int32_t steps = Rescale(value, below);
    return slope < 0 ? WrappingNegate(steps) : steps;
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(leaky_relu,
                  {{"plain", &LeakyRelu}, {"8 bits", &QuantizedLeakyRelu}, {"int16", &QuantizedLeakyRelu}})
