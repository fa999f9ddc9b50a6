#include <cmath>

#include "kernels_ref/elementwise/quantized_unary.h"
#include "kernels_ref/elementwise/root.h"
#include "kernels_ref/elementwise/unary.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/quantized/truncate_to_int32.h"

namespace litevk::ref {

static Status Sqrt(const KernelArgs& args) {
  return ApplyUnary<float>(args, [](float value) { return std::sqrt(value); });
}

// Truncates the root in the output's scale, as TFLite does.
template <typename T>
static Status QuantizedSqrt(const KernelArgs& args) {
  LITEVK_RETURN_IF_ERROR(CheckNotNegative<T>(args.inputs[0]));
  const UnaryScales scales(args);
  return ApplyAboveZero(args, scales, [&](int32_t value) {
    return TruncateToInt32(std::sqrt(scales.from.scale * static_cast<float>(value)) / scales.to.scale);
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(sqrt,
                  {{"plain", &Sqrt}, {"int8", &QuantizedSqrt<int8_t>}, {"int16", &QuantizedSqrt<int16_t>}})
