// Operators of two operands of 8 or 16 bits as rows of a table. A row has the form of the operands and the
// function; shaders also read quantization constants.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "delegate/kernel/epilogue.h"
#include "delegate/kernel/node_view.h"
#include "runtime/base/status.h"
#include "runtime/opset/quantized/binary_multipliers.h"

namespace litevk {

// Codes of shaders/elementwise/quantized_binary.comp.
enum class BinaryFunction : uint32_t {
  kAdd,
  kSubtract,
  kSquareDifference,
  kMultiply,
  kMultiplyFractions,
  kDivide,
  kSlope,
  kMaximum,
  kMinimum,
  kExclusiveOr,
  kShiftRight,
  kAnd,
  kShiftLeft,
  kFloorQuotient,
  kFloorRemainder,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual
};
enum class OperandForm : uint32_t { kIntegers, kAboveZero, kShifted, kAligned };  // kOperands there

// Form of the operands that the function takes.
struct BinaryOperands {
  OperandForm form;
  BinaryMultipliers (*multipliers)(const BinaryScales& scales, ir::DataType type);
};

struct QuantizedBinaryRow {
  std::string_view name;
  std::string_view signature;
  BinaryOperands operands;
  BinaryFunction function;

  // True if no element of the second operand may stand for 0.
  bool divides() const {
    return function == BinaryFunction::kDivide || function == BinaryFunction::kFloorQuotient ||
           function == BinaryFunction::kFloorRemainder;
  }
  bool is_sum() const {
    return operands.form == OperandForm::kAligned && operands.multipliers == SumMultipliers;
  }
  // True if scales decide the output's integers. Results of comparisons are bools.
  bool has_output_scale() const {
    if (function >= BinaryFunction::kEqual) return false;
    return operands.form != OperandForm::kIntegers || function == BinaryFunction::kMultiplyFractions;
  }
};

// All operators, each in one signature of its record.
std::span<const QuantizedBinaryRow> QuantizedBinaryRows();

// Returns the row of a node whose kernel is one of the rows'.
const QuantizedBinaryRow& BinaryRowOf(const NodeView& view);
// Returns the row of an operator in a signature that has one.
const QuantizedBinaryRow& BinaryRowOf(int op_code, std::string_view signature);

// Returns the shifts that compute sums of int16, or nothing if shifts do not compute them. Fails if the
// scales allow no shifts.
Result<std::optional<OperandShifts>> FindShifts(const ir::NodeView& view);
// Returns the shifts of a node whose scales allow them.
std::optional<OperandShifts> ShiftsOfRow(const ir::NodeView& view, const QuantizedBinaryRow& row);

// Returns the constants of scales that the shader reads as `integers`.
BinaryConstants BinaryConstantsOf(const ir::NodeView& view, const QuantizedBinaryRow& row);

// Returns the node as a step of the layer that computes one of its inputs (EpilogueTraits::as_steps).
// If the other input is one known value, the step is a table, else a function of 8 bits that stretches
// neither operand.
std::vector<EpilogueStep> AsBinarySteps(const NodeView& view, int chained_input);

}  // namespace litevk
