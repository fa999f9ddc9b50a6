// Functions of floats, applied to rows.
#pragma once

#include <cstdint>

#include "kernels_cpu/simd/isa.h"

namespace litevk::cpu {

struct FloatFunctions {
  // Computes x / 2 * erfc(-x / sqrt(2)). The polynomial of erfc is Abramowitz and Stegun's 7.1.26, whose
  // error is at most 1.5e-7.
  void (*gelu)(const float* input, int64_t count, float* output);
  // Computes x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))).
  void (*gelu_by_tanh)(const float* input, int64_t count, float* output);
  // Computes exp(beta * (x - the largest)) over the sum of these.
  void (*softmax)(const float* input, int64_t depth, float beta, float* output);
};

// The instruction set must be one that IsaTable() says the processor has.
FloatFunctions FloatFunctionsFor(Isa isa);

}  // namespace litevk::cpu
