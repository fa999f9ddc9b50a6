#include "delegate/ops/elementwise/quantized_binary.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <memory>
#include <utility>

#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/elementwise/byte_table.h"
#include "runtime/tflite/builtin_names.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

template <BinaryMultipliers (*kMultipliers)(const BinaryScales&)>
BinaryMultipliers OfAnyType(const BinaryScales& scales, ir::DataType /*type*/) {
  return kMultipliers(scales);
}
BinaryMultipliers NoMultipliers(const BinaryScales& /*scales*/) { return {}; }

constexpr BinaryOperands kOfIntegers = {OperandForm::kIntegers, OfAnyType<NoMultipliers>};
constexpr BinaryOperands kOfSum = {OperandForm::kAligned, SumMultipliers};
constexpr BinaryOperands kOfSquare = {OperandForm::kAligned, OfAnyType<SquareMultipliers>};
constexpr BinaryOperands kOfComparison = {OperandForm::kAligned, OfAnyType<ComparisonMultipliers>};
constexpr BinaryOperands kOfProduct = {OperandForm::kAboveZero, OfAnyType<ProductMultipliers>};
constexpr BinaryOperands kOfQuotient = {OperandForm::kAboveZero, OfAnyType<QuotientMultipliers>};
constexpr BinaryOperands kOfSlope = {OperandForm::kAboveZero, OfAnyType<SlopeMultipliers>};

constexpr std::array kRows = {
#define LITEVK_QUANTIZED_BINARY_OP(builtin, stem, signature, operands, function) \
  QuantizedBinaryRow{#builtin, signature, kOf##operands, BinaryFunction::k##function},
#include "delegate/ops/elementwise/quantized_binary.inc"
#undef LITEVK_QUANTIZED_BINARY_OP
};

float StepOf(const ir::Tensor& tensor) { return tensor.quantization.scales.empty() ? 0 : ScaleOf(tensor); }

BinaryScales ScalesOf(const ir::NodeView& view) {
  return {StepOf(view.input(0)), StepOf(view.input(1)), StepOf(view.output())};
}

BinaryMultipliers MultipliersOf(const ir::NodeView& view, const QuantizedBinaryRow& row) {
  const std::optional<OperandShifts> shifts = ShiftsOfRow(view, row);
  if (!shifts) return row.operands.multipliers(ScalesOf(view), view.output().type);
  return {.left = {.right = shifts->left}, .right = {.right = shifts->right}, .output = {}};
}

// Returns the bounds of the output's integers.
QuantizedRange RangeOf(const ir::NodeView& view, const QuantizedBinaryRow& row) {
  ir::Tensor output = view.output();
  if (output.type == ir::DataType::kBool) return {0, 1};
  if (!row.has_output_scale()) output.quantization = {.scales = {1}, .zero_points = {0}};
  // Operators without an activation have no parameters, which read as zeros.
  const auto range = QuantizedRangeOf(view.params<abi::TfLiteArithmeticParams>().activation, output);
  assert(range.ok());  // QuantizedBoundsAreKnown
  // Only fractions let the lower bound win if it is above the other one.
  const bool lower_wins = row.function == BinaryFunction::kMultiplyFractions;
  return {range->min, lower_wins ? std::max(range->min, range->max) : range->max};
}

// Returns the code of the node as a step on input `chained_input`; kNone if it is no sum and no product.
EpilogueOp StepOpOf(const QuantizedBinaryRow& row, int chained_input) {
  const bool is_product = row.operands.multipliers == kOfProduct.multipliers;
  if (is_product && row.function == BinaryFunction::kMultiply) return EpilogueOp::kMul;
  if (!row.is_sum()) return EpilogueOp::kNone;
  if (row.function != BinaryFunction::kSubtract) return EpilogueOp::kAdd;
  return chained_input == 0 ? EpilogueOp::kSub : EpilogueOp::kReverseSub;
}

// Converts constants for uint8 to constants for int8: the zero points, and the bounds of the output.
void ShiftToSigned(BinaryConstants& constants) {
  for (const size_t i : {0, 4, 8, 12, 13}) constants.at(i) -= kSignOffset;
  constants.back() = std::bit_cast<int32_t>(kSignBits);
}

}  // namespace

std::span<const QuantizedBinaryRow> QuantizedBinaryRows() { return kRows; }

const QuantizedBinaryRow& BinaryRowOf(int op_code, std::string_view signature) {
  return *std::ranges::find_if(kRows, [&](const QuantizedBinaryRow& row) {
    return row.signature == signature && abi::BuiltinCode(row.name) == op_code;
  });
}

const QuantizedBinaryRow& BinaryRowOf(const NodeView& view) {
  return BinaryRowOf(view.node().op_code, view.kernel().signature);
}

Result<std::optional<OperandShifts>> FindShifts(const ir::NodeView& view) {
  const auto& params = view.params<abi::TfLiteAddParams>();
  if (view.output().type != ir::DataType::kInt16 || !params.pot_scale_int16) {
    return std::optional<OperandShifts>();
  }
  return ShiftsOf(ScalesOf(view));
}

std::optional<OperandShifts> ShiftsOfRow(const ir::NodeView& view, const QuantizedBinaryRow& row) {
  if (!row.is_sum()) return std::nullopt;
  const auto shifts = FindShifts(view);
  assert(shifts.ok());  // SumHasShifts
  return *shifts;
}

BinaryConstants BinaryConstantsOf(const ir::NodeView& view, const QuantizedBinaryRow& row) {
  const BinaryMultipliers multipliers = MultipliersOf(view, row);
  const QuantizedRange range = RangeOf(view, row);
  const int zero_point = row.has_output_scale() ? QuantizedZeroOf(view.output()) : 0;
  return {QuantizedZeroOf(view.input(0)),
          multipliers.left.multiplier,
          multipliers.left.left,
          multipliers.left.right,
          QuantizedZeroOf(view.input(1)),
          multipliers.right.multiplier,
          multipliers.right.left,
          multipliers.right.right,
          zero_point,
          multipliers.output.multiplier,
          multipliers.output.left,
          multipliers.output.right,
          range.min,
          range.max,
          multipliers.bits,
          0};
}

std::vector<EpilogueStep> AsBinarySteps(const NodeView& view, int chained_input) {
  const QuantizedBinaryRow& row = BinaryRowOf(view);
  // A divisor may be 0, which a dispatch of its own checks.
  const bool checks = row.divides() && chained_input == 1;
  if (auto table = AsTable(view, chained_input); !table.empty() && !checks) return table;
  const EpilogueOp op = StepOpOf(row, chained_input);
  const ir::Tensor& output = view.output();
  const bool has_8_bits = output.type == ir::DataType::kInt8 || output.type == ir::DataType::kUInt8;
  if (op == EpilogueOp::kNone || !has_8_bits || output.dims.has_unknown()) return {};
  if (view.input(0).dims != output.dims || view.input(1).dims != output.dims) return {};
  FixedPointStep step = {.constants = BinaryConstantsOf(view, row)};
  if (chained_input == 1) {
    std::swap_ranges(step.constants.begin(), step.constants.begin() + 4, step.constants.begin() + 4);
  }
  if (output.type == ir::DataType::kUInt8) ShiftToSigned(step.constants);
  return {{.op = op,
           .kind = OperandKind::kElement,
           .operand = view.input_id(1 - chained_input),
           .fixed_point = std::make_shared<const FixedPointStep>(std::move(step))}};
}

}  // namespace litevk
