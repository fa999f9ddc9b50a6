#include "delegate/ops/families/quantized_binary.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <iterator>
#include <string_view>

#include "delegate/ops/constraints.h"
#include "delegate/ops/families/elements.h"
#include "delegate/ops/families/quantized_numbers.h"
#include "delegate/ops/move/strided.h"
#include "runtime/ir/strided_walk.h"
#include "runtime/opset/fixed_point.h"
#include "runtime/tflite/builtin_names.h"
#include "runtime/tflite/builtin_params.h"
#include "shaders/quantized_binary.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;
constexpr size_t kNumbers = 16;

// By the codes of shaders/quantized_binary.comp.
enum class Function : uint32_t { kAdd, kSubtract };

using Walk = std::vector<ir::WalkDim<2>>;
using Params = abi::TfLiteArithmeticParams;

struct Row {
  std::string_view name;
  std::string_view signature;
  Function function;
};

constexpr std::array kRows = {
#define LITEVK_QUANTIZED_BINARY_OP(builtin, stem, signature, function) \
  Row{#builtin, signature, Function::k##function},
#include "delegate/ops/families/quantized_binary.inc"
#undef LITEVK_QUANTIZED_BINARY_OP
};

const Row& RowOf(const NodeView& view) {
  return *std::ranges::find(kRows, view.node().op_code,
                            [](const Row& row) { return abi::BuiltinCode(row.name); });
}

FixedPoint FactorOf(const NodeView& view) {
  return AlignScales(ScaleOf(view.input(0)), ScaleOf(view.input(1)))
      .FactorTo(ScaleOf(view.output()), kSumBits);
}

// Returns what the shader reads of scales: `numbers` there.
std::array<int32_t, kNumbers> NumbersOf(const NodeView& view) {
  const AlignedScales aligned = AlignScales(ScaleOf(view.input(0)), ScaleOf(view.input(1)));
  const FixedPoint factor = FactorOf(view);
  const auto range = QuantizedRangeOf(view.params<Params>().activation, view.output());
  assert(range.ok());  // QuantizedBoundsAreKnown
  return {ZeroPointOf(view.input(0)),
          aligned.left.multiplier,
          aligned.left.left,
          aligned.left.right,
          ZeroPointOf(view.input(1)),
          aligned.right.multiplier,
          aligned.right.left,
          aligned.right.right,
          ZeroPointOf(view.output()),
          factor.multiplier,
          factor.left,
          factor.right,
          range->min,
          range->max,
          kSumBits,
          0};
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

void LowerRow(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const ir::Shape& output = view.output().dims;
  const Walk walk =
      ir::MergeDims(ir::BroadcastDims<2>({view.input(0).dims, view.input(1).dims}, output), false);
  const auto push = PushOf(walk, output.NumElements());
  const bool is_alike = walk.size() == 1 && walk.back().strides[0] == 1 && walk.back().strides[1] == 1;
  lowering.Emit<shaders::QuantizedBinary>({.kLocalSizeX = kGroup,
                                           .kFunction = static_cast<uint32_t>(RowOf(view).function),
                                           .kAlike = is_alike,
                                           .kKind = KindOf(view.output()),
                                           .kBytes = lowering.OutputBytes(),
                                           .kWalkDims = RowDims(walk)},
                                          push,
                                          {.left = lowering.Input(0),
                                           .right = lowering.Input(1),
                                           .numbers = AddNumbers(lowering, NumbersOf(view)),
                                           .result = lowering.Output()},
                                          FlatGroups(push.total, kGroup, lowering.limits()));
}

// A signature of one type has no T to narrow.
TypeSet ElementOf(const Row& row) {
  const std::vector<Signature>& types = FindOpInfo(abi::BuiltinCode(row.name))->types;
  const auto signature = std::ranges::find(types, row.signature, &Signature::name);
  return signature->element == TypeSet() ? TypeSet() : ir::DataType::kInt8;
}

OpSpec SpecOf(const Row& row) {
  return {.op_code = abi::BuiltinCode(row.name),
          .kernels = {
              {.signature = row.signature,
               .element = ElementOf(row),
               .most_dims = kWalkDims,
               .note = "with the CPU's result bit for bit",
               .constraints = {{"the bounds of the fused activation, in the scale of an int8 output, have "
                                "32 bits",
                                QuantizedBoundsAreKnown<Params>}},
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
