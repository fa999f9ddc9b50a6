// Functions of fixed-point numbers, bit for bit those of gemmlowp (fixedpoint/fixedpoint.h) and TFLite
// (tflite/kernels/internal/common.h). An int32 of n integer bits stands for its number times 2^(n - 31).
#pragma once

#include <cstdint>

#include "runtime/opset/fixed_point.h"

namespace litevk::ref {

// Returns a * b / 2^31, halves towards plus infinity. The one product that leaves 32 bits saturates.
int32_t MultiplyHigh(int32_t a, int32_t b);

// Returns value * 2^exponent. A left shift saturates; a right shift rounds halves away from zero, and leaves
// 0 where it drops more than 31 bits, for which gemmlowp ends the process.
int32_t TimesPowerOfTwo(int32_t value, int exponent);

// The integer bits of what ExpOfNegative takes and LogOf gives, and of the sums that these rows add up.
inline constexpr int kExponentBits = 5;
inline constexpr int kExpSumBits = 12;

// Returns e^value, with no integer bits, of a value of kExponentBits that is not above 0.
int32_t ExpOfNegative(int32_t value);

// Returns 1 / (1 + value) of a value of at least 0. Neither has integer bits.
int32_t InverseOfOnePlus(int32_t value);

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

// Returns 2^exponent / sqrt(value) of an integer, as a factor; anything below 1 counts as 1.
FixedPoint InverseSquareRoot(int32_t value, int exponent);

}  // namespace litevk::ref
