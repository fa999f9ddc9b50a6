// Blended pixels of RESIZE_BILINEAR, channel by channel.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels_cpu/simd/isa.h"

namespace litevk::cpu {

// Weights of int8 count kBilinearParts for 1.
template <typename T>
using BilinearWeight = std::conditional_t<std::is_same_v<T, int8_t>, int64_t, float>;

// The four pixels around a position: the lower and the upper row of the lower column, then of the upper one.
template <typename T>
struct BilinearCorners {
  const T* low_low;
  const T* up_low;
  const T* low_up;
  const T* up_up;
  BilinearWeight<T> y;  // the upper row's
  BilinearWeight<T> x;  // the upper column's
  int64_t channels;
  T* output;  // does not overlap the image
};

template <typename T>
using BlendFunction = void (*)(const BilinearCorners<T>& corners);

// Integers have the bits of kernels_ref/resize_bilinear.cc. T: float, int8_t or uint8_t. The instruction set
// must be one that IsaTable() says the processor has.
template <typename T>
BlendFunction<T> BlendFunctionFor(Isa isa);

}  // namespace litevk::cpu
