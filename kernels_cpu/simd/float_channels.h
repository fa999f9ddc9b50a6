// Depthwise sums of floats: each channel of a few pixels times the channel's own weights.
#pragma once

#include <cstdint>

#include "kernels_cpu/simd/isa.h"

namespace litevk::cpu {

// Pixels that are computed side by side.
inline constexpr int kChannelPixels = 4;

// An output pixel is the sum over taps of an input pixel times weights, channel by channel, plus a bias,
// clamped as TFLite clamps: NaNs pass.
struct FloatChannels {
  const float* const* inputs;  // [tap][kChannelPixels]: the first channel
  int64_t taps;
  int64_t channels;
  const float* weights;  // [tap][channel]
  const float* bias;     // [channel]
  float* output;         // [pixel][channel]
  float min;
  float max;
};

// Computes the first `pixels` pixels, at most kChannelPixels.
using FloatChannelsFunction = void (*)(const FloatChannels& sums, int pixels);

// The instruction set must be one that IsaTable() says the processor has.
FloatChannelsFunction FloatChannelsFor(Isa isa);

}  // namespace litevk::cpu
