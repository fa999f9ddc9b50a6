#include "delegate/ops/elementwise/quantized_binary_ops.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <iterator>
#include <optional>
#include <string_view>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/common/elements.h"
#include "delegate/ops/common/operand_check.h"
#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/elementwise/quantized_binary.h"
#include "delegate/ops/move/strided.h"
#include "runtime/ir/strided_walk.h"
#include "runtime/tflite/builtin_names.h"
#include "runtime/tflite/builtin_params.h"
#include "shaders/elementwise/quantized_binary.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;
constexpr TypeSet kNarrowTypes = {ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16};

enum class Layout : uint32_t {
  kAlike,
  kWholeWords,
  kStretched
};  // kLayout of shaders/elementwise/quantized_binary.comp

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

// Returns the forbidden element of a divisor: the integer that stands for 0.
Forbidden ZeroIn(const ir::Tensor& divisor) {
  const uint32_t mask = ir::ByteSize(divisor.type) == 1 ? 0xFF : 0xFFFF;
  return {static_cast<uint32_t>(QuantizedZeroOf(divisor)) & mask, mask, "an element of the divisor is 0"};
}

void LowerRow(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const QuantizedBinaryRow& row = BinaryRowOf(view);
  if (row.divides()) EmitOperandCheck(lowering, 1, ZeroIn(view.input(1)));
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
                                           .integers = AddIntegers(lowering, BinaryConstantsOf(view, row)),
                                           .result = lowering.Output()},
                                          FlatGroups(push.total, kGroup, lowering.limits()));
}

bool SumHasShifts(const NodeView& view) { return FindShifts(view).ok(); }

bool DivisorHasNoZero(const NodeView& view) { return KnownOperandIsAllowed(view, 1, ZeroIn(view.input(1))); }

std::vector<Constraint> ConstraintsOf(const QuantizedBinaryRow& row) {
  std::vector<Constraint> constraints;
  constexpr std::array kWithActivation = {BinaryFunction::kAdd, BinaryFunction::kSubtract,
                                          BinaryFunction::kMultiply, BinaryFunction::kMultiplyFractions,
                                          BinaryFunction::kDivide};
  if (row.has_output_scale() && std::ranges::find(kWithActivation, row.function) != kWithActivation.end()) {
    constraints.push_back({"the bounds of the fused activation, in the scale of the output, have 32 bits",
                           QuantizedBoundsAreKnown<abi::TfLiteArithmeticParams>});
  }
  if (row.is_sum() && row.signature == ir::Name(ir::DataType::kInt16)) {
    constraints.push_back(
        {"where scales of int16 are powers of two, the output's is the larger one of the "
         "operands', unless the model asks for no shifts",
         SumHasShifts});
  }
  if (row.divides()) {
    constraints.push_back(
        {"a divisor that is known before the run has no quantized value of 0; any other that has one "
         "ends the run with an error",
         DivisorHasNoZero});
  }
  return constraints;
}

// A signature whose types are fixed has no T to narrow.
TypeSet ElementOf(const QuantizedBinaryRow& row) {
  const std::vector<Signature>& types = FindOpInfo(abi::BuiltinCode(row.name))->types;
  const TypeSet element = std::ranges::find(types, row.signature, &Signature::name)->element;
  return element.Without(element.Without(kNarrowTypes));
}

OpSpec SpecOf(const QuantizedBinaryRow& row) {
  return {.op_code = abi::BuiltinCode(row.name),
          .kernels = {{.signature = row.signature,
                       .element = ElementOf(row),
                       .most_dims = kWalkDims,
                       .note = "with the CPU's result bit for bit",
                       .constraints = ConstraintsOf(row),
                       .epilogue = {.as_steps = AsBinarySteps},
                       .reads_strided = FindsOffsets,
                       .writes_strided = StridedResult::kAnywhere,
                       .lower = LowerRow}}};
}

}  // namespace

std::vector<OpSpec> QuantizedBinaryOps() {
  std::vector<OpSpec> specs;
  specs.reserve(QuantizedBinaryRows().size());
  std::ranges::transform(QuantizedBinaryRows(), std::back_inserter(specs), SpecOf);
  return specs;
}

}  // namespace litevk
