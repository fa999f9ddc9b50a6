// Multipliers and shifts of operators on two quantized operands, bit for bit those of TFLite's reference
// kernels.
#pragma once

#include <optional>

#include "runtime/base/status.h"
#include "runtime/ir/data_type.h"
#include "runtime/opset/quantized/fixed_point.h"

namespace litevk {

// The scale of each tensor. An output without a scale, such as one of bools, has 0.
struct BinaryScales {
  float left;
  float right;
  float output;
};

// Multipliers and shifts that bring the operands, less their zero points, to one scale with `bits` fractional
// bits, and the result to the output's scale. Fields that an operator does not use are 0.
struct BinaryMultipliers {
  FixedPoint left;
  FixedPoint right;
  FixedPoint output;
  int bits = 0;
};

// Returns the constants of ADD and SUB on operands of `type`. 16-bit values leave room for fewer fractional
// bits.
BinaryMultipliers SumMultipliers(const BinaryScales& scales, ir::DataType type);

// Returns the constants of a squared difference.
BinaryMultipliers SquareMultipliers(const BinaryScales& scales);

// Returns the constants of comparisons. Values are compared in steps of 1/256, so that closer ones are equal.
BinaryMultipliers ComparisonMultipliers(const BinaryScales& scales);

// Return the constants of a product and of a quotient.
BinaryMultipliers ProductMultipliers(const BinaryScales& scales);
BinaryMultipliers QuotientMultipliers(const BinaryScales& scales);

// Returns the constants of an operand (`left`) and of its product with a slope (`output`).
BinaryMultipliers SlopeMultipliers(const BinaryScales& scales);

// Right shifts that bring the int16 values of each operand to the output's scale.
struct OperandShifts {
  int left;
  int right;
};

// Returns nothing if one of the scales is no power of two. Like TFLite, fails unless one operand has the
// output's scale and the other has no larger one.
Result<std::optional<OperandShifts>> ShiftsOf(const BinaryScales& scales);

}  // namespace litevk
