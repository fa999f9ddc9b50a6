// Exponentials and logarithms of fixed-point numbers, bit for bit those of gemmlowp's fixedpoint.h and of
// tflite/kernels/internal/common.h. An int32 with n integer bits holds its number times 2^(31 - n).
#pragma once

#include <cstdint>

namespace litevk {

// Returns value * 2^exponent. A left shift saturates. A right shift rounds ties away from zero, and gives 0
// if it drops more than 31 bits, for which gemmlowp ends the process.
int32_t TimesPowerOfTwo(int32_t value, int exponent);

// Integer bits of ExpOfNegative's operand and LogOf's result, and of the sums of exponentials.
inline constexpr int kExponentBits = 5;
inline constexpr int kExpSumBits = 12;

// Returns e^value, with no integer bits. The value has kExponentBits and is not above 0.
int32_t ExpOfNegative(int32_t value);

// A reciprocal: 1 / x = inverse * 2^-bits. `inverse` has no integer bits.
struct SumInverse {
  int32_t inverse;
  int bits;
};

// Returns the reciprocal of a sum above 0 that has kExpSumBits. TFLite ends the process for a sum above 31
// bits.
SumInverse InverseOfSum(int64_t sum);

// Returns the natural logarithm, with kExponentBits, of a sum of at least 1 that has kExpSumBits.
int32_t LogOf(int64_t sum);

}  // namespace litevk
