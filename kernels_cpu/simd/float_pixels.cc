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

// Reductions of a window start each channel at kInitial, and fold the pixels into it.
struct Average {
  static constexpr float kInitial = 0.0F;
  template <class V>
  static HWY_INLINE V Fold(V sum, V pixel) {
    return hn::Add(sum, pixel);
  }
  template <class Tag>
  static HWY_INLINE hn::Vec<Tag> Finish(Tag d, hn::Vec<Tag> sum, int64_t count) {
    return hn::Div(sum, hn::Set(d, static_cast<float>(count)));
  }
};

struct Maximum {
  static constexpr float kInitial = std::numeric_limits<float>::lowest();
  template <class V>
  static HWY_INLINE V Fold(V best, V pixel) {
    return GreaterOrSecond(pixel, best);
  }
  template <class Tag>
  static HWY_INLINE hn::Vec<Tag> Finish(Tag, hn::Vec<Tag> best, int64_t) {
    return best;
  }
};

// Computes kVectors vectors of channels from `channel` on.
template <class Reduction, int kVectors, class Tag>
HWY_INLINE void ReduceChannels(const FloatWindow& window, Tag d, int64_t channel) {
  hn::Vec<Tag> totals[kVectors];
  for (auto& total : totals) total = hn::Set(d, Reduction::kInitial);
  for (int64_t i = 0; i < window.count; ++i) {
    const float* const pixel = window.pixels[i] + channel;
    for (int vector = 0; vector < kVectors; ++vector) {
      totals[vector] = Reduction::Fold(totals[vector], hn::LoadU(d, pixel + vector * kLanes));
    }
  }
  for (int vector = 0; vector < kVectors; ++vector) {
    const auto result = Reduction::Finish(d, totals[vector], window.count);
    hn::StoreU(ClampTo(d, window.min, window.max, result), d, window.output + channel + vector * kLanes);
  }
}

template <class Reduction>
void ReduceWindow(const FloatWindow& window) {
  constexpr int kVectors = 4;
  int64_t first = 0;
  for (; first + kVectors * kLanes <= window.channels; first += kVectors * kLanes) {
    ReduceChannels<Reduction, kVectors>(window, Floats(), first);
  }
  ForEachPart(window.channels - first, [&window, first](auto d, int64_t index) HWY_ATTR {
    ReduceChannels<Reduction, 1>(window, d, first + index);
  });
}

FloatPixelFunctions FloatPixelFunctionsOfTarget() {
  return {.average = &ReduceWindow<Average>, .maximum = &ReduceWindow<Maximum>};
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
