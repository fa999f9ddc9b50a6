// Functions of floats, applied to rows.
#pragma once

#include <cstdint>

#include "kernels_cpu/simd/isa.h"

namespace litevk::cpu {

// Computes `count` values. The output may be the input.
using FloatFunction = void (*)(const float* input, int64_t count, float* output);

// Functions of NaNs, infinities and zeros are those of the plain loops.
struct FloatFunctions {
  // Computes x / 2 * erfc(-x / sqrt(2)). The polynomial of erfc is Abramowitz and Stegun's 7.1.26, whose
  // error is at most 1.5e-7.
  FloatFunction gelu;
  // Computes x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))).
  FloatFunction gelu_by_tanh;
  FloatFunction exp;
  FloatFunction logistic;
  FloatFunction tanh;
  FloatFunction elu;
  FloatFunction sqrt;   // rounded correctly
  FloatFunction rsqrt;  // a division by the root
  FloatFunction square;
  FloatFunction hard_swish;
  FloatFunction relu;
  FloatFunction relu6;
  FloatFunction relu_0_to_1;
  FloatFunction relu_n1_to_1;
  // Multiplies all but positive values by alpha.
  void (*leaky_relu)(const float* input, int64_t count, float alpha, float* output);
  // Computes exp(beta * (x - the largest)) over the sum of these.
  void (*softmax)(const float* input, int64_t depth, float beta, float* output);
};

// The instruction set must be one that IsaTable() says the processor has.
FloatFunctions FloatFunctionsFor(Isa isa);

}  // namespace litevk::cpu
