// Pooled pixels of quantized images.
#pragma once

#include <cstdint>

#include "kernels_cpu/simd/isa.h"

namespace litevk::cpu {

// An output pixel of values of T, and the pixels of the image under its window.
template <typename T>
struct PooledPixel {
  const T* const* taps;
  int64_t count;  // taps inside the image, 1 or more
  int64_t channels;
  T min;  // bounds of the activation
  T max;
  T* output;  // does not overlap the image
};

template <typename T>
struct PoolFunctions {
  void (*maximum)(const PooledPixel<T>& pixel);
  // Rounds ties away from zero. There are at most MostTaps<T>() taps.
  void (*mean)(const PooledPixel<T>& pixel);
};

// A quotient of floats is exact for sums below 2^24.
template <typename T>
constexpr int64_t MostTaps() {
  return sizeof(T) == 1 ? 1 << 15 : 1 << 8;
}

// The instruction set must be one that IsaTable() says the processor has. T: int8_t, uint8_t or int16_t.
template <typename T>
PoolFunctions<T> PoolFunctionsFor(Isa isa);

}  // namespace litevk::cpu
