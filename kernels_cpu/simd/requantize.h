// Quantized outputs of a layer's 32-bit sums, a vector of channels at a time. They have the bits of
// kernels_ref/common/layer_output.h.
#pragma once

#include <cstdint>

#include "kernels_cpu/simd/isa.h"

namespace litevk::cpu {

struct RequantizedRange {
  int32_t zero_point;
  int32_t min;
  int32_t max;
};

// Multipliers and shifts of FixedPoint, one for each channel. Arrays are readable for kMostLanes more.
struct FixedPointChannels {
  const int32_t* multipliers;
  const int32_t* left;
  const int32_t* right;
};

// Parameters of channels that all shift to the right, in a form that is fast. `offsets` are half of what a
// shift drops, plus the zero point. Sums plus offsets have 31 bits.
struct ShrinkingChannels {
  const int32_t* multipliers;
  const int32_t* offsets;
  const int32_t* right;
};

inline constexpr int kMostLanes = 16;  // integers of 32 bits in the largest vector

// Functions of an instruction set. Each writes the values of `count` channels. Sums are readable for
// kMostLanes more.
template <typename T>
struct RequantizeFunctions {
  void (*fixed_point)(const int32_t* sums, int64_t count, const FixedPointChannels& channels,
                      const RequantizedRange& range, T* to);
  // Leaves the zero point of `range` aside, which is in the offsets.
  void (*shrink)(const int32_t* sums, int64_t count, const ShrinkingChannels& channels,
                 const RequantizedRange& range, T* to);
  // Rounds products in double, ties away from zero. Products beyond 32 bits become the lowest int32.
  void (*by_double)(const int32_t* sums, int64_t count, const double* multipliers,
                    const RequantizedRange& range, T* to);
};

// T is int8_t, uint8_t or int16_t. The instruction set must be one that IsaTable() says the processor has.
template <typename T>
RequantizeFunctions<T> RequantizeFor(Isa isa);

}  // namespace litevk::cpu
