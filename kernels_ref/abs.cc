#include <cstdlib>

#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/affine.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/wrapping.h"
#include "runtime/opset/fixed_point.h"

namespace litevk::ref {

static Status Abs(const KernelArgs& args) {
  return ApplyUnary<float, int16_t, int32_t>(
      args, [](auto value) { return value < 0 ? WrappingNegate(value) : value; });
}

// Numbers are scaled only where the scales differ, as TFLite does.
template <typename T>
static Status QuantizedAbs(const KernelArgs& args) {
  const AffineChannels::Channel from = AffineChannels::OnlyOf(*args.inputs[0].tensor);
  const AffineChannels::Channel to = AffineChannels::OnlyOf(*args.outputs[0].tensor);
  const bool is_scaled = from.scale != to.scale;
  const FixedPoint factor = ToFixedPoint(from.scale / to.scale);
  return ApplyUnary<T>(args, [&](T number) {
    const int32_t value = std::abs(int32_t{number} - from.zero_point);
    return Saturate<T>(int64_t{is_scaled ? Rescale(value, factor) : value} + to.zero_point);
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(abs, {{"plain", &Abs}, {"int8", &QuantizedAbs<int8_t>}, {"int16", &QuantizedAbs<int16_t>}})
