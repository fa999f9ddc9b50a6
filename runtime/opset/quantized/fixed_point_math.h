// Functions on fixed-point numbers, bit for bit those of gemmlowp's fixedpoint.h and of
// tflite/kernels/internal/common.h on x86-64.
#pragma once

#include <cstdint>

#include "runtime/opset/quantized/fixed_point.h"

namespace litevk {

// Returns left * right * 2^-31, ties rounded towards plus infinity.
int32_t HighProduct(int32_t left, int32_t right);
// Returns left * right * 2^-15, ties rounded towards plus infinity.
int16_t HighProduct(int16_t left, int16_t right);

// Returns value * 2^-bits as RoundingShift of int32 does, for 0 to 15 bits. More bits leave only the sign, or
// 1.
int16_t RoundingShift(int16_t value, int bits);

// Returns value * 2^bits, saturated to 32 bits.
int32_t SaturatingShift(int32_t value, int bits);

// Returns 1 / (1 + fraction). The fraction has 31 fractional bits and lies in [0, 1).
int32_t OneOverOnePlus(int32_t fraction);

// Represents mantissa * 2^(-31 - exponent).
struct ScaledMantissa {
  int32_t mantissa;
  int exponent;
};

// Returns 2^31 / value for a positive value.
ScaledMantissa ReciprocalOf(int32_t value);

// Returns 1 / sqrt(value) for a positive value.
ScaledMantissa InverseRootOf(int32_t value);

}  // namespace litevk
