// The functions of the integer LSTM's gates on 16-bit fixed-point values. They match gemmlowp
// (https://github.com/google/gemmlowp, fixedpoint/fixedpoint.h), which TFLite uses, bit for bit.
#pragma once

#include <cstdint>

namespace litevk {

// Fractional bits of the functions' results.
inline constexpr int kGateFractionBits = 15;

// Returns 1 / (1 + exp(-x)) as a fraction of 2^15. `x` has 3 integer bits.
int16_t GateLogistic(int16_t x);

// Returns tanh(x) as a fraction of 2^15. `x` has `integer_bits`, 0 to 6.
int16_t GateTanh(int16_t x, int integer_bits);

}  // namespace litevk
