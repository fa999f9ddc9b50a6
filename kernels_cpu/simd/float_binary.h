// Functions of two floats, applied to rows of two operands.
#pragma once

#include <cstdint>
#include <limits>

#include "kernels_cpu/simd/isa.h"

namespace litevk::cpu {

// An operand's rows. Its strides count elements.
struct FloatRowsOperand {
  const float* values;
  int64_t row_stride;
  bool repeats;  // the first value of a row stands for all columns
};

// Rows of the output, which follow each other, and of its operands. No more than one operand repeats.
struct FloatPairs {
  FloatRowsOperand left;
  FloatRowsOperand right;
  float* output;
  int64_t rows;
  int64_t columns;
  // The range to which sums, differences, products and quotients are clamped: NaNs pass.
  float min = std::numeric_limits<float>::lowest();
  float max = std::numeric_limits<float>::max();
};

using FloatPairsFunction = void (*)(const FloatPairs& pairs);

struct FloatBinaryFunctions {
  FloatPairsFunction add;
  FloatPairsFunction subtract;
  FloatPairsFunction multiply;
  FloatPairsFunction divide;
  FloatPairsFunction maximum;  // the right operand if either is a NaN
  FloatPairsFunction minimum;  // the same
  FloatPairsFunction squared_difference;
  FloatPairsFunction multiply_negative;  // the left operand if it is 0 or more, else the product
};

// The instruction set must be one that IsaTable() says the processor has.
FloatBinaryFunctions FloatBinaryFunctionsFor(Isa isa);

}  // namespace litevk::cpu
