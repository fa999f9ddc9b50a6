// Elementwise operators of two quantized operands, applied to runs of values.
#pragma once

#include <array>
#include <cstdint>

#include "kernels_cpu/simd/isa.h"
#include "runtime/opset/quantized/fixed_point.h"

namespace litevk::cpu {

// The steps from two values of 8 or 16 bits to a result of the same type. Overflow of 32 bits wraps around.
struct QuantizedPair {
  std::array<int32_t, 2> zero_points;         // subtracted from the operands
  int bits = 0;                               // left shift of the operands before they are rescaled
  std::array<FixedPoint, 2> rescalings = {};  // sums and differences rescale the operands
  FixedPoint output;                          // rescales what the operands are combined to
  int32_t output_zero_point;
  QuantizedRange range;  // it lies in the type's
};

// Values of T. An operand has as many as the output, or one for all.
template <typename T>
struct BinaryRun {
  std::array<const T*, 2> operands;
  std::array<bool, 2> are_single;  // not both
  int64_t count;
  T* output;  // an operand's values, or such that overlap none
};

template <typename T>
using QuantizedPairFunction = void (*)(const QuantizedPair& pair, const BinaryRun<T>& run);

template <typename T>
struct QuantizedBinaryFunctions {
  QuantizedPairFunction<T> add;
  QuantizedPairFunction<T> subtract;
  QuantizedPairFunction<T> multiply;
  QuantizedPairFunction<T> square_difference;
  // Compare the stored integers, whatever they represent.
  QuantizedPairFunction<T> maximum;
  QuantizedPairFunction<T> minimum;
};

// The instruction set must be one that IsaTable() says the processor has. T: int8_t, uint8_t or int16_t.
template <typename T>
QuantizedBinaryFunctions<T> QuantizedBinaryFunctionsFor(Isa isa);

}  // namespace litevk::cpu
