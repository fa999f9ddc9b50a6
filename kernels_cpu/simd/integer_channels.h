// Sums of products channel by channel, of a few pixels side by side: the loop within depthwise convolutions
// of quantized values.
#pragma once

#include <cstdint>

#include "kernels_cpu/simd/isa.h"

namespace litevk::cpu {

inline constexpr int kIntegerChannelPixels = 4;  // at most, which are also the pointers of a tap

// T is int8_t, uint8_t or int16_t. Sums wrap around.
template <typename T>
struct IntegerChannels {
  const T* const* inputs;  // [tap][pixel]: where a pixel's channels begin
  int64_t tap_pairs;       // half of the taps
  int64_t channels;
  const int16_t* weights;  // as Pack writes them
  const int32_t* initial;  // [channel]: what sums begin with
  int32_t* sums;           // [pixel][channel]
  int64_t sums_stride;
};

// Functions of an instruction set. Channels are rounded up to kChannelsAtOnce in all arrays but the inputs.
template <typename T>
struct IntegerChannelsFunctions {
  // Packs weights of [tap][channel], an even number of taps, into as many values.
  void (*pack)(const int16_t* weights, int64_t tap_pairs, int64_t channels, int16_t* packed);
  // Computes the first `pixels` pixels.
  void (*compute)(const IntegerChannels<T>& job, int pixels);
};

inline constexpr int64_t kChannelsAtOnce = 32;

// The instruction set must be one that IsaTable() says the processor has.
template <typename T>
IntegerChannelsFunctions<T> IntegerChannelsFor(Isa isa);

}  // namespace litevk::cpu
