#include "kernels_cpu/simd/integer_channels.h"

#include <algorithm>
#include <type_traits>

#include "kernels_cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels_cpu/simd/integer_channels.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels_cpu/simd/pairs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace litevk::cpu {
namespace HWY_NAMESPACE {
#if LITEVK_HAS_ISA

namespace hn = hwy::HWY_NAMESPACE;
using Whole = hn::ScalableTag<int16_t>;
using Eight = hn::CappedTag<int16_t, 8>;

// Calls fn(tag, channel) for vectors of channels: whole ones, then some of eight.
template <class Fn>
HWY_INLINE void ForEachVector(int64_t channels, const Fn& fn) {
  constexpr int64_t kWhole = HWY_MAX_BYTES / sizeof(int16_t);
  int64_t channel = 0;
  for (; channel + kWhole <= channels; channel += kWhole) fn(Whole(), channel);
  for (; channel < channels; channel += 8) fn(Eight(), channel);
}

// Weights of two taps for a vector of channels, interleaved within blocks of 128 bits.
void PackWeights(const int16_t* weights, int64_t tap_pairs, int64_t channels, int16_t* packed) {
  const int64_t stride = (channels + kChannelsAtOnce - 1) / kChannelsAtOnce * kChannelsAtOnce;
  ForEachVector(channels, [&](auto d, int64_t channel) {
    for (int64_t pair = 0; pair < tap_pairs; ++pair) {
      const auto first = hn::LoadU(d, weights + 2 * pair * stride + channel);
      const auto second = hn::LoadU(d, weights + (2 * pair + 1) * stride + channel);
      hn::StoreU(hn::InterleaveLower(d, first, second), d, packed);
      hn::StoreU(hn::InterleaveUpper(d, first, second), d, packed + hn::Lanes(d));
      packed += 2 * hn::Lanes(d);
    }
  });
}

template <class D, typename T>
HWY_INLINE hn::Vec<D> LoadWidened(D d, const T* from) {
  if constexpr (std::is_same_v<T, int16_t>) {
    return hn::LoadU(d, from);
  } else {
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<T, D>(), from));
  }
}

// Loads a vector's channels of a pixel, of which `left` follow: at least a whole vector, or some of eight.
template <class D, typename T>
HWY_INLINE hn::Vec<D> LoadChannels(D d, const T* from, int64_t left) {
  if constexpr (std::is_same_v<D, Eight>) {
    if (left < 8) {
      T some[8] = {};
      std::copy_n(from, left, some);
      return LoadWidened(d, some);
    }
  }
  return LoadWidened(d, from);
}

// Stores sums whose blocks of four channels alternate between `low` and `high`.
template <class V>
HWY_INLINE void StoreSums(V low, V high, int32_t* to) {
  const hn::DFromV<V> d;
#if HWY_TARGET == HWY_AVX3
  if constexpr (sizeof(V) == 64) {
    const __m512i first = _mm512_setr_epi32(0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
    const __m512i second = _mm512_add_epi32(first, _mm512_set1_epi32(8));
    hn::StoreU(V{_mm512_permutex2var_epi32(low.raw, first, high.raw)}, d, to);
    hn::StoreU(V{_mm512_permutex2var_epi32(low.raw, second, high.raw)}, d, to + hn::Lanes(d));
    return;
  }
#endif
  if constexpr (sizeof(V) == 16) {
    hn::StoreU(low, d, to);
    hn::StoreU(high, d, to + hn::Lanes(d));
  } else {
    hn::StoreU(hn::ConcatLowerLower(d, high, low), d, to);
    hn::StoreU(hn::ConcatUpperUpper(d, high, low), d, to + hn::Lanes(d));
  }
}

// Computes a vector of channels. `weights` are theirs.
template <int kPixels, typename T, class D>
HWY_INLINE void ComputeVector(const IntegerChannels<T>& job, D d, int64_t channel, const int16_t* weights) {
  const hn::RepartitionToWide<D> d32;
  using Sum = hn::Vec<decltype(d32)>;
  Sum low[kPixels];
  Sum high[kPixels];
  for (int pixel = 0; pixel < kPixels; ++pixel) low[pixel] = high[pixel] = hn::Zero(d32);
  const T* const* inputs = job.inputs;
  for (int64_t pair = 0; pair < job.tap_pairs; ++pair, inputs += 2 * kIntegerChannelPixels) {
    const auto low_weights = hn::LoadU(d, weights);
    const auto high_weights = hn::LoadU(d, weights + hn::Lanes(d));
    weights += 2 * hn::Lanes(d);
    for (int pixel = 0; pixel < kPixels; ++pixel) {
      const int64_t left = job.channels - channel;
      const auto first = LoadChannels(d, inputs[pixel] + channel, left);
      const auto second = LoadChannels(d, inputs[kIntegerChannelPixels + pixel] + channel, left);
      low[pixel] = AddPairs(low[pixel], hn::InterleaveLower(d, first, second), low_weights);
      high[pixel] = AddPairs(high[pixel], hn::InterleaveUpper(d, first, second), high_weights);
    }
  }
  for (int pixel = 0; pixel < kPixels; ++pixel) {
    StoreSums(low[pixel], high[pixel], job.sums + pixel * job.sums_stride + channel);
  }
}

template <int kPixels, typename T>
HWY_NOINLINE void ComputePixels(const IntegerChannels<T>& job) {
  const int16_t* weights = job.weights;
  ForEachVector(job.channels, [&](auto d, int64_t channel) {
    ComputeVector<kPixels>(job, d, channel, weights);
    weights += job.tap_pairs * 2 * static_cast<int64_t>(hn::Lanes(d));
  });
  const hn::ScalableTag<int32_t> d;
  for (int pixel = 0; pixel < kPixels; ++pixel) {
    int32_t* const sums = job.sums + pixel * job.sums_stride;
    for (int64_t channel = 0; channel < job.channels; channel += static_cast<int64_t>(hn::Lanes(d))) {
      hn::StoreU(hn::Add(hn::LoadU(d, sums + channel), hn::LoadU(d, job.initial + channel)), d,
                 sums + channel);
    }
  }
}

template <typename T, int kPixels = kIntegerChannelPixels>
void ComputeChannels(const IntegerChannels<T>& job, int pixels) {
  if constexpr (kPixels > 1) {
    if (pixels < kPixels) {
      ComputeChannels<T, kPixels - 1>(job, pixels);
      return;
    }
  }
  ComputePixels<kPixels>(job);
}

template <typename T>
IntegerChannelsFunctions<T> FunctionsOfTarget() {
  return {&PackWeights, &ComputeChannels<T>};
}

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace litevk::cpu {

template <typename T>
IntegerChannelsFunctions<T> IntegerChannelsFor(Isa isa) {
  LITEVK_TABLE_OF_TARGETS(IntegerChannelsFunctions<T>(*)(), table, FunctionsOfTarget<T>);
  return table[static_cast<size_t>(isa)]();
}
template IntegerChannelsFunctions<int8_t> IntegerChannelsFor(Isa isa);
template IntegerChannelsFunctions<uint8_t> IntegerChannelsFor(Isa isa);
template IntegerChannelsFunctions<int16_t> IntegerChannelsFor(Isa isa);

}  // namespace litevk::cpu
#endif
