// The functions of the integer LSTM's gates, on fixed-point numbers of 16 bits: bit for bit gemmlowp's
// (https://github.com/google/gemmlowp, fixedpoint/fixedpoint.h), with which TFLite computes them.
#pragma once

#include <cstdint>

namespace litevk {

// Bits behind the point of what the functions give.
inline constexpr int kGateFractionBits = 15;

// Returns 1 / (1 + exp(-x)) as a fraction of 2^15, of a number with 3 integer bits.
int16_t GateLogistic(int16_t x);

// Returns tanh(x) as a fraction of 2^15, of a number with `integer_bits`, 0 to 6.
int16_t GateTanh(int16_t x, int integer_bits);

}  // namespace litevk
