// RELU and its variants on quantized values: rescale to the output, then clamp.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels_ref/elementwise/quantized_unary.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/quantized/truncate_to_int32.h"

namespace litevk::ref {

// Returns a bound quantized in the output's scale. TFLite lets it wrap around in 32 bits.
inline int32_t IntegerOfBound(float bound, const AffineChannels::Channel& to) {
  return WrappingAdd<int32_t>(TruncateToInt32(std::round(bound / to.scale)), to.zero_point);
}

// Clamps values to [lowest, highest]. Bounds outside the type's range may cross, as in TFLite.
inline Status ClampQuantized(const KernelArgs& args, float lowest,
                             float highest = std::numeric_limits<float>::infinity()) {
  const UnaryScales scales(args);
  const FixedPoint multiplier = ToFixedPoint(scales.ratio());
  const int32_t low = IntegerOfBound(lowest, scales.to);
  const int32_t high =
      std::isinf(highest) ? std::numeric_limits<int32_t>::max() : IntegerOfBound(highest, scales.to);
  return ApplyUnary<int8_t, uint8_t, int16_t>(args, [&]<typename T>(T integer) {
    const int32_t steps = Rescale(int32_t{integer} - scales.from.zero_point, multiplier);
    const int32_t value = WrappingAdd<int32_t>(steps, scales.to.zero_point);
    const int32_t raised = std::max({value, low, int32_t{std::numeric_limits<T>::min()}});
    return static_cast<T>(std::min({raised, high, int32_t{std::numeric_limits<T>::max()}}));
  });
}

}  // namespace litevk::ref
