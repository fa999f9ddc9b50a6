#include "kernels_cpu/simd/quantized_pixels.h"

#include <algorithm>

#include "kernels_cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels_cpu/simd/quantized_pixels.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// highway.h has to be read before.
#include "kernels_cpu/simd/integers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace litevk::cpu {
namespace HWY_NAMESPACE {
#if LITEVK_HAS_ISA

namespace hn = hwy::HWY_NAMESPACE;

// Calls compute(channel) for the first channel of each vector. The last vector may compute some again.
// Returns the first channel that is left if there are fewer than a vector has lanes, else the end.
template <class Compute>
HWY_INLINE int64_t ForEachLanes(int64_t channels, int64_t lanes, const Compute& compute) {
  if (channels < lanes) return 0;
  for (int64_t channel = 0; channel + lanes < channels; channel += lanes) compute(channel);
  compute(channels - lanes);
  return channels;
}

// Computes channels from `channel` on, as many as the tag has lanes.
template <typename T, class D>
HWY_INLINE void MaximumOfLanes(const PooledPixel<T>& pixel, D d, int64_t channel) {
  auto best = hn::Max(hn::LoadU(d, pixel.taps[0] + channel), hn::Set(d, pixel.min));
  for (int64_t tap = 1; tap < pixel.count; ++tap) {
    best = hn::Max(best, hn::LoadU(d, pixel.taps[tap] + channel));
  }
  hn::StoreU(hn::Min(best, hn::Set(d, pixel.max)), d, pixel.output + channel);
}

template <typename T>
void Maximum(const PooledPixel<T>& pixel) {
  const hn::ScalableTag<T> whole;
  const hn::CappedTag<T, 8> part;
  const hn::CappedTag<T, 1> one;
  const int64_t lanes = HWY_MAX_BYTES / sizeof(T);
  int64_t channel = ForEachLanes(pixel.channels, lanes,
                                 [&](int64_t first) HWY_ATTR { MaximumOfLanes(pixel, whole, first); });
  for (; channel + 8 <= pixel.channels; channel += 8) MaximumOfLanes(pixel, part, channel);
  for (; channel < pixel.channels; ++channel) MaximumOfLanes(pixel, one, channel);
}

// The mean of each lane. The conversion to integers drops the fraction.
HWY_INLINE Int32Vector Quotient(Int32Vector sum, int64_t count) {
  const hn::Rebind<float, Int32s> floats;
  const auto half = hn::Set(Int32s(), static_cast<int32_t>(count / 2));
  const auto is_positive = hn::Gt(sum, hn::Zero(Int32s()));
  const auto raised = hn::IfThenElse(is_positive, hn::Add(sum, half), hn::Sub(sum, half));
  const auto quotient = hn::Div(hn::ConvertTo(floats, raised), hn::Set(floats, static_cast<float>(count)));
  return hn::ConvertTo(Int32s(), quotient);
}

template <typename T>
HWY_INLINE void MeanOfLanes(const PooledPixel<T>& pixel, int64_t channel) {
  Int32Vector sum = LoadIntegers(pixel.taps[0] + channel);
  for (int64_t tap = 1; tap < pixel.count; ++tap) sum = hn::Add(sum, LoadIntegers(pixel.taps[tap] + channel));
  const auto raised = hn::Max(Quotient(sum, pixel.count), hn::Set(Int32s(), int32_t{pixel.min}));
  StoreIntegers(hn::Min(raised, hn::Set(Int32s(), int32_t{pixel.max})), pixel.output + channel);
}

template <typename T>
T MeanOfOne(const PooledPixel<T>& pixel, int64_t channel) {
  int64_t sum = 0;
  for (int64_t tap = 0; tap < pixel.count; ++tap) sum += pixel.taps[tap][channel];
  const int64_t half = pixel.count / 2;
  const auto mean = static_cast<T>((sum > 0 ? sum + half : sum - half) / pixel.count);
  return std::min(std::max(mean, pixel.min), pixel.max);
}

template <typename T>
void Mean(const PooledPixel<T>& pixel) {
  int64_t channel =
      ForEachLanes(pixel.channels, kInt32Lanes, [&](int64_t first) HWY_ATTR { MeanOfLanes(pixel, first); });
  for (; channel < pixel.channels; ++channel) pixel.output[channel] = MeanOfOne(pixel, channel);
}

template <typename T>
PoolFunctions<T> FunctionsOfTarget() {
  return {&Maximum<T>, &Mean<T>};
}

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace litevk::cpu {

template <typename T>
PoolFunctions<T> PoolFunctionsFor(Isa isa) {
  LITEVK_TABLE_OF_TARGETS(PoolFunctions<T>(*)(), table, FunctionsOfTarget<T>);
  return table[static_cast<size_t>(isa)]();
}
template PoolFunctions<int8_t> PoolFunctionsFor(Isa isa);
template PoolFunctions<uint8_t> PoolFunctionsFor(Isa isa);
template PoolFunctions<int16_t> PoolFunctionsFor(Isa isa);

}  // namespace litevk::cpu
#endif
