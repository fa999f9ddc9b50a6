// Exponentials and logarithms of fixed-point numbers, bit for bit those of gemmlowp's fixedpoint.h and of
// tflite/kernels/internal/common.h. An int32 of n integer bits stands for its number times 2^(n - 31).
#pragma once

#include <cstdint>

namespace litevk {

// Returns value * 2^exponent. A left shift saturates; a right shift rounds halves away from zero, and leaves
// 0 where it drops more than 31 bits, for which gemmlowp ends the process.
int32_t TimesPowerOfTwo(int32_t value, int exponent);

// The integer bits of what ExpOfNegative takes and LogOf gives, and of the sums that these rows add up.
inline constexpr int kExponentBits = 5;
inline constexpr int kExpSumBits = 12;

// Returns e^value, with no integer bits, of a value of kExponentBits that is not above 0.
int32_t ExpOfNegative(int32_t value);

// 1 / x = inverse * 2^-bits, where `inverse` has no integer bits.
struct SumInverse {
  int32_t inverse;
  int bits;
};

// Returns the reciprocal of a sum above 0 that has kExpSumBits. TFLite ends the process for one above 31
// bits.
SumInverse InverseOfSum(int64_t sum);

// Returns the natural logarithm, with kExponentBits, of a sum of at least 1 that has kExpSumBits.
int32_t LogOf(int64_t sum);

}  // namespace litevk
