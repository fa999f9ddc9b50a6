#include "delegate/ops/elementwise/elementwise.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "delegate/lower/lowering.h"
#include "delegate/ops/move/strided.h"
#include "runtime/ir/strided_walk.h"
#include "shaders/elementwise/binary_broadcast.h"
#include "shaders/elementwise/elementwise.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

using BroadcastWalk = std::vector<ir::WalkDim<2>>;

// Number of values in a row of the elementwise dispatch: the innermost dim, or everything when no step looks
// at rows. A tensor with an odd innermost dim then still moves four values at a time. If tensors are rows of
// others, a part of such a row.
uint32_t RowLength(const ir::Shape& dims, std::span<const EpilogueStep> own, const FusedNode& fused) {
  const bool by_row = ReadsChannels(fused) ||
                      std::ranges::any_of(own, [](const EpilogueStep& step) { return step.ReadsRows(); });
  const int64_t row = by_row ? dims.channels() : dims.NumElements();
  return static_cast<uint32_t>(std::gcd(row, fused.common_row));
}

// Returns the groups of four values for each invocation: several, as long as the device has enough to do.
uint32_t VectorsFor(uint32_t total, const gpu::DeviceLimits& limits) {
  for (const uint32_t vectors : {4U, 2U}) {
    if (GroupsFor(total, kGroup * vectors) >= limits.profile.parallel_workgroups) return vectors;
  }
  return 1;
}

// True if `operand` has the dims of `output`, except for consecutive dims of 1, the innermost not among them.
// Sets `step` then. Unknown dims never match.
bool IsRepeated(const ir::Shape& operand, const ir::Shape& output, EpilogueStep* step) {
  if (operand.has_unknown() || output.has_unknown()) return false;
  int64_t inner = 1;
  int axis = output.rank() - 1;
  for (; axis >= 0 && operand[axis] == output[axis]; --axis) inner *= output[axis];
  int64_t outer = inner;
  for (; axis >= 0 && operand[axis] == 1; --axis) outer *= output[axis];
  for (; axis >= 0; --axis) {
    if (operand[axis] != output[axis]) return false;
  }
  *step = {.op = step->op,
           .kind = OperandKind::kRepeated,
           .operand = step->operand,
           .outer = static_cast<uint32_t>(outer),
           .inner = static_cast<uint32_t>(inner)};
  return operand.channels() == output.channels();
}

// The steps of the fused activation after the step of a binary operator: none or one. The codes of those that
// have an activation leave no infinity.
std::vector<EpilogueStep> BinaryActivationSteps(int activation) {
  if (activation == abi::kTfLiteActNone) return {};
  if (activation == abi::kTfLiteActRelu) return {{.op = EpilogueOp::kRelu}};
  return ActivationSteps(activation);
}

void EmitBroadcast(Lowering& lowering, BinaryOps ops, std::span<const EpilogueStep> steps) {
  const NodeView& view = lowering.view();
  const BroadcastWalk walk =
      ir::MergeDims(ir::BroadcastDims<2>({view.input(0).dims, view.input(1).dims}, lowering.output_dims()),
                    ReadsChannels(lowering.fused()));
  const ir::WalkDim<2>& row = walk.back();
  const uint32_t blocks = GroupsFor(row.size, 4);
  const auto total = static_cast<uint32_t>(blocks * CountRows(walk));
  using Push = shaders::BinaryBroadcast::Push;
  lowering.Emit<shaders::BinaryBroadcast>(
      {.kLocalSizeX = kGroup,
       .kAligned = row.size % 4 == 0,
       .kOp = static_cast<uint32_t>(ops.forward),
       .kWalkDims = RowDims(walk)},
      {.row = static_cast<uint32_t>(row.size),
       .blocks = blocks,
       .total = total,
       .walk_size = OfRowDims<decltype(Push::walk_size)>(walk, std::mem_fn(&ir::WalkDim<2>::size), 1),
       .left_stride = RowStrides<decltype(Push::left_stride)>(walk, 0),
       .right_stride = RowStrides<decltype(Push::right_stride)>(walk, 1),
       .left_row_stride = static_cast<uint32_t>(row.strides[0]),
       .right_row_stride = static_cast<uint32_t>(row.strides[1])},
      {.left = lowering.Input(0), .right = lowering.Input(1), .result = lowering.Output()},
      FlatGroups(total, kGroup, lowering.limits()), steps);
}

}  // namespace

void EmitElementwise(Lowering& lowering, int input, std::span<const EpilogueStep> steps) {
  const ir::Shape& dims = lowering.output_dims();
  const uint32_t row = RowLength(dims, steps, lowering.fused());
  const uint32_t blocks = (row + 3) / 4;
  const auto total = static_cast<uint32_t>(blocks * (dims.NumElements() / row));
  const uint32_t vectors = VectorsFor(total, lowering.limits());
  const StridedView& rows = lowering.fused().source_rows;
  const gpu::Variant variant = lowering.VariantWhen(row % 4 == 0 && rows.IsWhole(4));
  lowering.Emit<shaders::Elementwise>({.kLocalSizeX = kGroup,
                                       .kAligned = row % 4 == 0,
                                       .kVectors = vectors,
                                       .kPaired = StoresInPairs(variant, row, vectors),
                                       .kOneRow = blocks == total,
                                       .kSourceRows = rows.exists(),
                                       .kSourceAligned = rows.IsWhole(4)},
                                      {.channels = row, .total = total, .by_blocks = gpu::Divisor(blocks)},
                                      {.source = lowering.Input(input), .result = lowering.Output()},
                                      FlatGroups(total, kGroup * vectors, lowering.limits()), steps, variant);
}

void LowerUnary(Lowering& lowering) {
  const auto steps = lowering.kernel().epilogue.as_steps(lowering.view(), 0);
  EmitElementwise(lowering, 0, steps);
}

bool ClassifyOperand(const ir::Tensor& operand, const ir::Shape& output, EpilogueStep* step) {
  const int64_t elements = operand.dims.NumElements();
  const int rank = output.rank();
  if (operand.dims.rank() > rank) return false;
  if (operand.dims.ExpandedTo(rank) == output) {
    step->kind = OperandKind::kElement;
  } else if (elements == 1) {
    step->kind = OperandKind::kSingle;
  } else if (elements == operand.dims.channels() && elements == output.channels()) {
    step->kind = OperandKind::kChannel;
  } else {
    return IsRepeated(operand.dims.ExpandedTo(rank), output, step);
  }
  return true;
}

std::vector<EpilogueStep> BinaryStep(const NodeView& view, int chained_input, BinaryOps ops, int activation) {
  const EpilogueOp op = chained_input == 0 ? ops.forward : ops.reverse;
  if (op == EpilogueOp::kNone || view.input(chained_input).dims != view.output().dims) return {};
  const int other = 1 - chained_input;
  EpilogueStep step = {.op = op, .operand = view.input_id(other)};
  if (!ClassifyOperand(view.input(other), view.output().dims, &step)) return {};
  std::vector<EpilogueStep> steps = {step};
  const auto tail = BinaryActivationSteps(activation);
  steps.insert(steps.end(), tail.begin(), tail.end());
  return steps;
}

void LowerBinary(Lowering& lowering, BinaryOps ops, int activation) {
  for (const int chained : {0, 1}) {
    const auto steps = BinaryStep(lowering.view(), chained, ops, activation);
    if (steps.empty()) continue;
    EmitElementwise(lowering, chained, steps);
    return;
  }
  EmitBroadcast(lowering, ops, BinaryActivationSteps(activation));
}

}  // namespace litevk
