// Factors of operators of two quantized operands, bit for bit those that TFLite's reference kernels prepare.
#pragma once

#include <optional>

#include "runtime/base/status.h"
#include "runtime/ir/data_type.h"
#include "runtime/opset/fixed_point.h"

namespace litevk {

// One scale of each tensor; an output that has none, as bools have, is 0.
struct BinaryScales {
  float left;
  float right;
  float output;
};

// How numbers above the operands' zero points come to one scale, with `bits` below the point, and how the
// result comes to the output's. What an operator has no use for is 0.
struct BinaryFactors {
  FixedPoint left;
  FixedPoint right;
  FixedPoint output;
  int bits = 0;
};

// Returns those of ADD and SUB of one type. Numbers of 16 bits leave room for fewer bits below the point.
BinaryFactors SumFactors(const BinaryScales& scales, ir::DataType type);

// Returns those of a squared difference.
BinaryFactors SquareFactors(const BinaryScales& scales);

// Returns those of comparisons: values count in steps of 1/256, so that closer ones are equal.
BinaryFactors ComparisonFactors(const BinaryScales& scales);

// Returns those of a product, and of a quotient.
BinaryFactors ProductFactors(const BinaryScales& scales);
BinaryFactors QuotientFactors(const BinaryScales& scales);

// Returns those of a number, `left`, and of its product with a slope, `output`.
BinaryFactors SlopeFactors(const BinaryScales& scales);

// How many bits the numbers of int16 are shifted to the right to come to the output's scale.
struct OperandShifts {
  int left;
  int right;
};

// Returns nothing where one of the scales is no power of two. Fails unless one operand has the output's scale
// and the other no larger one, as TFLite does.
Result<std::optional<OperandShifts>> ShiftsOf(const BinaryScales& scales);

}  // namespace litevk
