#include "kernels_cpu/simd/float_channels.h"

#include "kernels_cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels_cpu/simd/float_channels.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// highway.h has to be read before.
#include "kernels_cpu/simd/float_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace litevk::cpu {
namespace HWY_NAMESPACE {
#if LITEVK_HAS_ISA

// Computes channels from `channel` on, as many as the tag has lanes.
template <int kPixels, class Tag>
HWY_INLINE void ComputeLanes(const FloatChannels& job, Tag d, int64_t channel) {
  hn::Vec<Tag> sums[kPixels];
  const auto bias = hn::LoadU(d, job.bias + channel);
  for (int pixel = 0; pixel < kPixels; ++pixel) sums[pixel] = bias;
  const float* const* inputs = job.inputs;
  const float* weights = job.weights + channel;
  for (int64_t tap = 0; tap < job.taps; ++tap, inputs += kChannelPixels, weights += job.channels) {
    const auto weight = hn::LoadU(d, weights);
    for (int pixel = 0; pixel < kPixels; ++pixel) {
      sums[pixel] = hn::MulAdd(hn::LoadU(d, inputs[pixel] + channel), weight, sums[pixel]);
    }
  }
  for (int pixel = 0; pixel < kPixels; ++pixel) {
    hn::StoreU(ClampTo(d, job.min, job.max, sums[pixel]), d, job.output + pixel * job.channels + channel);
  }
}

template <int kPixels>
HWY_NOINLINE void ComputePixels(const FloatChannels& job) {
  ForEachPart(job.channels,
              [&job](auto d, int64_t channel) HWY_ATTR { ComputeLanes<kPixels>(job, d, channel); });
}

template <int kPixels = kChannelPixels>
void ComputeChannels(const FloatChannels& job, int pixels) {
  if constexpr (kPixels > 1) {
    if (pixels < kPixels) {
      ComputeChannels<kPixels - 1>(job, pixels);
      return;
    }
  }
  ComputePixels<kPixels>(job);
}

FloatChannelsFunction FloatChannelsOfTarget() { return &ComputeChannels<>; }

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace litevk::cpu {

FloatChannelsFunction FloatChannelsFor(Isa isa) {
  LITEVK_TABLE_OF_TARGETS(FloatChannelsFunction(*)(), table, FloatChannelsOfTarget);
  return table[static_cast<size_t>(isa)]();
}

}  // namespace litevk::cpu
#endif
