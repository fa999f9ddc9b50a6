#include "kernels_cpu/simd/float_pixels.h"

#include <limits>

#include "kernels_cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels_cpu/simd/float_pixels.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// highway.h has to be read before.
#include "kernels_cpu/simd/float_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace litevk::cpu {
namespace HWY_NAMESPACE {
#if LITEVK_HAS_ISA

void AverageOfWindow(const FloatWindow& window) {
  const auto count = static_cast<float>(window.count);
  ForEachPart(window.channels, [&window, count](auto d, int64_t channel) HWY_ATTR {
    auto sum = hn::Zero(d);
    for (int64_t i = 0; i < window.count; ++i) sum = hn::Add(sum, hn::LoadU(d, window.pixels[i] + channel));
    const auto mean = hn::Div(sum, hn::Set(d, count));
    hn::StoreU(ClampTo(d, window.min, window.max, mean), d, window.output + channel);
  });
}

void MaximumOfWindow(const FloatWindow& window) {
  ForEachPart(window.channels, [&window](auto d, int64_t channel) HWY_ATTR {
    auto best = hn::Set(d, std::numeric_limits<float>::lowest());
    for (int64_t i = 0; i < window.count; ++i) {
      const auto pixel = hn::LoadU(d, window.pixels[i] + channel);
      best = hn::IfThenElse(hn::Lt(best, pixel), pixel, best);
    }
    hn::StoreU(ClampTo(d, window.min, window.max, best), d, window.output + channel);
  });
}

void BlendCorners(const FloatCorners& corners) {
  ForEachPart(corners.channels, [&corners](auto d, int64_t channel) HWY_ATTR {
    const auto weighted = [d, channel](const float* pixel, float row, float column) HWY_ATTR {
      return hn::Mul(hn::Mul(hn::LoadU(d, pixel + channel), hn::Set(d, row)), hn::Set(d, column));
    };
    const auto lower = hn::Add(weighted(corners.low_low, 1 - corners.y, 1 - corners.x),
                               weighted(corners.up_low, corners.y, 1 - corners.x));
    const auto value = hn::Add(hn::Add(lower, weighted(corners.low_up, 1 - corners.y, corners.x)),
                               weighted(corners.up_up, corners.y, corners.x));
    hn::StoreU(value, d, corners.output + channel);
  });
}

FloatPixelFunctions FloatPixelFunctionsOfTarget() {
  return {.average = &AverageOfWindow, .maximum = &MaximumOfWindow, .blend = &BlendCorners};
}

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace litevk::cpu {

FloatPixelFunctions FloatPixelFunctionsFor(Isa isa) {
  LITEVK_TABLE_OF_TARGETS(FloatPixelFunctions(*)(), table, FloatPixelFunctionsOfTarget);
  return table[static_cast<size_t>(isa)]();
}

}  // namespace litevk::cpu
#endif
