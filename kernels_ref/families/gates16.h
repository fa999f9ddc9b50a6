// The functions of the integer LSTM's gates, on fixed-point numbers of 16 bits: bit for bit gemmlowp's
// (https://github.com/google/gemmlowp, fixedpoint/fixedpoint.h), with which TFLite computes them.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/opset/fixed_point.h"

namespace litevk::ref {

// Returns 1 / (1 + exp(-x)) as a fraction of 2^15, of a number with 3 integer bits.
int16_t GateLogistic(int16_t x);

// Returns tanh(x) as a fraction of 2^15, of a number with `integer_bits`, 0 to 6.
int16_t GateTanh(int16_t x, int integer_bits);

// What normalizes a gate's sums along its cells.
struct GateNorm {
  const int16_t* weights;
  const int32_t* bias;
  FixedPoint factor;       // from the normalized sums to numbers with 3 integer bits
  int32_t least_variance;  // in place of one below 1
};
void NormalizeGate(const GateNorm& norm, std::span<int16_t> sums);

}  // namespace litevk::ref
