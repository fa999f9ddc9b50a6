// Conversions between floats and quantized values, and between quantized values.
#pragma once

#include <cstdint>

#include "kernels_cpu/simd/isa.h"
#include "runtime/opset/quantized/affine_channels.h"
#include "runtime/opset/quantized/fixed_point.h"

namespace litevk::cpu {

// The steps from the values of one tensor to those of another.
struct Requantization {
  int32_t from_zero_point;
  FixedPoint multiplier;
  int32_t to_zero_point;
};

// Functions of one integer type. Outputs may not overlap inputs.
template <typename T>
struct QuantizationFunctions {
  // Computes QuantizeFloat (runtime/opset/quantized/quantize_float.h).
  void (*quantize)(const float* input, int64_t count, const AffineChannels::Channel& channel, T* output);
  // Computes Channel::ValueOf. The zero point is one of the type.
  void (*dequantize)(const T* input, int64_t count, const AffineChannels::Channel& channel, float* output);
  // Brings values of int16 to another scale.
  void (*requantize)(const int16_t* input, int64_t count, const Requantization& steps, T* output);
};

// The instruction set must be one that IsaTable() says the processor has. T: int8_t, uint8_t or int16_t.
template <typename T>
QuantizationFunctions<T> QuantizationFunctionsFor(Isa isa);

}  // namespace litevk::cpu
