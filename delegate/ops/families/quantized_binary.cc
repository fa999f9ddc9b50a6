#include "delegate/ops/families/quantized_binary.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <iterator>
#include <optional>
#include <string_view>

#include "delegate/ops/constraints.h"
#include "delegate/ops/families/elements.h"
#include "delegate/ops/families/operand_check.h"
#include "delegate/ops/families/quantized_numbers.h"
#include "delegate/ops/move/strided.h"
#include "runtime/ir/strided_walk.h"
#include "runtime/opset/binary_factors.h"
#include "runtime/tflite/builtin_names.h"
#include "runtime/tflite/builtin_params.h"
#include "shaders/quantized_binary.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;
constexpr TypeSet kNarrowTypes = {ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16};

// Codes of shaders/quantized_binary.comp.
enum class Function : uint32_t {
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
enum class OperandForm : uint32_t { kNumbers, kAboveZero, kShifted, kAligned };  // kOperands there
enum class Layout : uint32_t { kAlike, kWholeWords, kStretched };

// What the operands are to the function.
struct Operands {
  OperandForm form;
  BinaryFactors (*factors)(const BinaryScales& scales, ir::DataType type);
};

template <BinaryFactors (*kFactors)(const BinaryScales&)>
BinaryFactors OfAnyType(const BinaryScales& scales, ir::DataType /*type*/) {
  return kFactors(scales);
}
BinaryFactors NoFactors(const BinaryScales& /*scales*/) { return {}; }

constexpr Operands kOfNumbers = {OperandForm::kNumbers, OfAnyType<NoFactors>};
constexpr Operands kOfSum = {OperandForm::kAligned, SumFactors};
constexpr Operands kOfSquare = {OperandForm::kAligned, OfAnyType<SquareFactors>};
constexpr Operands kOfComparison = {OperandForm::kAligned, OfAnyType<ComparisonFactors>};
constexpr Operands kOfProduct = {OperandForm::kAboveZero, OfAnyType<ProductFactors>};
constexpr Operands kOfQuotient = {OperandForm::kAboveZero, OfAnyType<QuotientFactors>};
constexpr Operands kOfSlope = {OperandForm::kAboveZero, OfAnyType<SlopeFactors>};

struct Row {
  std::string_view name;
  std::string_view signature;
  Operands operands;
  Function function;

  // Whether scales decide what numbers of the output are. Results of comparisons are bools.
  bool has_output_scale() const {
    if (function >= Function::kEqual) return false;
    return operands.form != OperandForm::kNumbers || function == Function::kMultiplyFractions;
  }
};

constexpr std::array kRows = {
#define LITEVK_QUANTIZED_BINARY_OP(builtin, stem, signature, operands, function) \
  Row{#builtin, signature, kOf##operands, Function::k##function},
#include "delegate/ops/families/quantized_binary.inc"
#undef LITEVK_QUANTIZED_BINARY_OP
};

const Row& RowOf(const NodeView& view) {
  const std::string_view signature = view.kernel().signature;
  return *std::ranges::find_if(kRows, [&](const Row& row) {
    return row.signature == signature && abi::BuiltinCode(row.name) == view.node().op_code;
  });
}

// Tensors that have no scale, as bools have none, count as of 0.
int ZeroOf(const ir::Tensor& tensor) {
  return tensor.quantization.zero_points.empty() ? 0 : ZeroPointOf(tensor);
}
float StepOf(const ir::Tensor& tensor) { return tensor.quantization.scales.empty() ? 0 : ScaleOf(tensor); }

BinaryScales ScalesOf(const NodeView& view) {
  return {StepOf(view.input(0)), StepOf(view.input(1)), StepOf(view.output())};
}

// Returns nothing where sums of int16 do not come by shifts. Fails where the scales allow none.
Result<std::optional<OperandShifts>> FindShifts(const NodeView& view) {
  const auto& params = view.params<abi::TfLiteAddParams>();
  if (view.output().type != ir::DataType::kInt16 || !params.pot_scale_int16) {
    return std::optional<OperandShifts>();
  }
  return ShiftsOf(ScalesOf(view));
}

bool Divides(const Row& row) {
  return row.function == Function::kDivide || row.function == Function::kFloorQuotient ||
         row.function == Function::kFloorRemainder;
}

bool IsSum(const Row& row) { return row.operands.factors == kOfSum.factors; }

std::optional<OperandShifts> ShiftsOfRow(const NodeView& view, const Row& row) {
  if (!IsSum(row)) return std::nullopt;
  const auto shifts = FindShifts(view);
  assert(shifts.ok());  // SumHasShifts
  return *shifts;
}

BinaryFactors FactorsOf(const NodeView& view, const Row& row) {
  const std::optional<OperandShifts> shifts = ShiftsOfRow(view, row);
  if (!shifts) return row.operands.factors(ScalesOf(view), view.output().type);
  return {.left = {.right = shifts->left}, .right = {.right = shifts->right}, .output = {}};
}

// Returns the numbers that the output may have.
QuantizedRange RangeOf(const NodeView& view, const Row& row) {
  ir::Tensor output = view.output();
  if (output.type == ir::DataType::kBool) return {0, 1};
  if (!row.has_output_scale()) output.quantization = {.scales = {1}, .zero_points = {0}};
  // Operators without an activation have no parameters, which read as zeros.
  const auto range = QuantizedRangeOf(view.params<abi::TfLiteArithmeticParams>().activation, output);
  assert(range.ok());  // QuantizedBoundsAreKnown
  // Fractions alone let the lower bound win where it is above the other one.
  const bool lower_wins = row.function == Function::kMultiplyFractions;
  return {range->min, lower_wins ? std::max(range->min, range->max) : range->max};
}

// Returns what the shader reads of scales: `numbers` there.
std::array<int32_t, kSumNumbers> NumbersOf(const NodeView& view, const Row& row) {
  const BinaryFactors factors = FactorsOf(view, row);
  const QuantizedRange range = RangeOf(view, row);
  const int zero_point = row.has_output_scale() ? ZeroOf(view.output()) : 0;
  return {ZeroOf(view.input(0)),
          factors.left.multiplier,
          factors.left.left,
          factors.left.right,
          ZeroOf(view.input(1)),
          factors.right.multiplier,
          factors.right.left,
          factors.right.right,
          zero_point,
          factors.output.multiplier,
          factors.output.left,
          factors.output.right,
          range.min,
          range.max,
          factors.bits,
          0};
}

using Walk = std::vector<ir::WalkDim<2>>;

Layout LayoutOf(const Walk& walk) {
  const ir::WalkDim<2>& row = walk.back();
  const bool is_one_row = walk.size() == 1;
  if (is_one_row && row.strides[0] == 1 && row.strides[1] == 1) return Layout::kAlike;
  return is_one_row || row.size % 4 == 0 ? Layout::kWholeWords : Layout::kStretched;
}

shaders::QuantizedBinary::Push PushOf(const Walk& walk, int64_t elements) {
  using Push = shaders::QuantizedBinary::Push;
  const ir::WalkDim<2>& row = walk.back();
  return {.elements = static_cast<uint32_t>(elements),
          .row = static_cast<uint32_t>(row.size),
          .total = GroupsFor(elements, 4),
          .walk_size = OfRowDims<decltype(Push::walk_size)>(walk, std::mem_fn(&ir::WalkDim<2>::size), 1),
          .left_stride = RowStrides<decltype(Push::left_stride)>(walk, 0),
          .right_stride = RowStrides<decltype(Push::right_stride)>(walk, 1),
          .left_row_stride = static_cast<uint32_t>(row.strides[0]),
          .right_row_stride = static_cast<uint32_t>(row.strides[1])};
}

// What stands for 0 in a divisor.
Forbidden ZeroIn(const ir::Tensor& divisor) {
  const uint32_t mask = ir::ByteSize(divisor.type) == 1 ? 0xFF : 0xFFFF;
  return {static_cast<uint32_t>(ZeroOf(divisor)) & mask, mask, "an element of the divisor is 0"};
}

void LowerRow(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const Row& row = RowOf(view);
  if (Divides(row)) EmitOperandCheck(lowering, 1, ZeroIn(view.input(1)));
  const OperandForm form = ShiftsOfRow(view, row) ? OperandForm::kShifted : row.operands.form;
  const ir::Shape& output = view.output().dims;
  const Walk walk =
      ir::MergeDims(ir::BroadcastDims<2>({view.input(0).dims, view.input(1).dims}, output), false);
  const auto push = PushOf(walk, output.NumElements());
  lowering.Emit<shaders::QuantizedBinary>({.kLocalSizeX = kGroup,
                                           .kFunction = static_cast<uint32_t>(row.function),
                                           .kOperands = static_cast<uint32_t>(form),
                                           .kLayout = static_cast<uint32_t>(LayoutOf(walk)),
                                           .kLeftKind = KindOf(view.input(0)),
                                           .kLeftBytes = lowering.InputBytes(0),
                                           .kRightKind = KindOf(view.input(1)),
                                           .kRightBytes = lowering.InputBytes(1),
                                           .kResultBytes = lowering.OutputBytes(),
                                           .kWalkDims = RowDims(walk)},
                                          push,
                                          {.left = lowering.Input(0),
                                           .right = lowering.Input(1),
                                           .numbers = AddNumbers(lowering, NumbersOf(view, row)),
                                           .result = lowering.Output()},
                                          FlatGroups(push.total, kGroup, lowering.limits()));
}

bool SumHasShifts(const NodeView& view) { return FindShifts(view).ok(); }

bool DivisorHasNoZero(const NodeView& view) { return KnownOperandIsAllowed(view, 1, ZeroIn(view.input(1))); }

std::vector<Constraint> ConstraintsOf(const Row& row) {
  std::vector<Constraint> constraints;
  constexpr std::array kWithActivation = {Function::kAdd, Function::kSubtract, Function::kMultiply,
                                          Function::kMultiplyFractions, Function::kDivide};
  if (row.has_output_scale() && std::ranges::find(kWithActivation, row.function) != kWithActivation.end()) {
    constraints.push_back({"the bounds of the fused activation, in the scale of the output, have 32 bits",
                           QuantizedBoundsAreKnown<abi::TfLiteArithmeticParams>});
  }
  if (IsSum(row) && row.signature == ir::Name(ir::DataType::kInt16)) {
    constraints.push_back(
        {"where scales of int16 are powers of two, the output's is the larger one of the "
         "operands', unless the model asks for no shifts",
         SumHasShifts});
  }
  if (Divides(row)) {
    constraints.push_back(
        {"a divisor that is known before the run has no number of 0; any other that has one "
         "ends the run with an error",
         DivisorHasNoZero});
  }
  return constraints;
}

// A signature whose types are fixed has no T to narrow.
TypeSet ElementOf(const Row& row) {
  const std::vector<Signature>& types = FindOpInfo(abi::BuiltinCode(row.name))->types;
  const TypeSet element = std::ranges::find(types, row.signature, &Signature::name)->element;
  return element.Without(element.Without(kNarrowTypes));
}

// A sum of int8 of which neither operand is stretched.
std::optional<IntegerStep> AsSumStep(const NodeView& view, int chained_input) {
  const Row& row = RowOf(view);
  const ir::Tensor& output = view.output();
  const bool is_sum = row.function == Function::kAdd && IsSum(row) && output.type == ir::DataType::kInt8;
  if (!is_sum || output.dims.has_unknown()) return std::nullopt;
  if (view.input(0).dims != output.dims || view.input(1).dims != output.dims) return std::nullopt;
  IntegerStep step = {.operand = view.input_id(1 - chained_input), .numbers = NumbersOf(view, row)};
  // What is chained is the left operand.
  if (chained_input == 1)
    std::swap_ranges(step.numbers.begin(), step.numbers.begin() + 4, step.numbers.begin() + 4);
  return step;
}

OpSpec SpecOf(const Row& row) {
  return {.op_code = abi::BuiltinCode(row.name),
          .kernels = {{.signature = row.signature,
                       .element = ElementOf(row),
                       .most_dims = kWalkDims,
                       .note = "with the CPU's result bit for bit",
                       .constraints = ConstraintsOf(row),
                       .as_integer_step = AsSumStep,
                       .reads_rows = FindsPlaces,
                       .writes_rows = ResultRows::kAnywhere,
                       .lower = LowerRow}}};
}

}  // namespace

std::vector<OpSpec> QuantizedBinaryOps() {
  std::vector<OpSpec> specs;
  specs.reserve(kRows.size());
  std::ranges::transform(kRows, std::back_inserter(specs), SpecOf);
  return specs;
}

}  // namespace litevk
