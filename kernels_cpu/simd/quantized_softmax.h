// The parts of a softmax of quantized values that vectors compute.
#pragma once

#include <cstdint>

#include "kernels_cpu/simd/isa.h"
#include "runtime/opset/quantized/fixed_point.h"

namespace litevk::cpu {

// Functions of rows of T, an integer of 8 bits, with results of Out.
template <typename T, typename Out>
struct SoftmaxFunctions {
  T (*largest)(const T* values, int64_t count);
  // Rescales the powers, which are not negative, adds the lowest value of Out, and saturates.
  void (*rescale)(const int32_t* powers, int64_t count, const FixedPoint& inverse, Out* output);
};

// The instruction set must be one that IsaTable() says the processor has. T and Out: two int8_t, two uint8_t,
// or int8_t and int16_t.
template <typename T, typename Out>
SoftmaxFunctions<T, Out> SoftmaxFunctionsFor(Isa isa);

}  // namespace litevk::cpu
