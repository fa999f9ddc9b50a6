#include "delegate/ops/families/elementwise.h"

#include <algorithm>

#include "delegate/lower/lowering.h"
#include "shaders/binary_broadcast.h"
#include "shaders/elementwise.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

// Values in a row of the elementwise dispatch: the innermost dim, or everything when no step looks at
// channels, so that a tensor with an odd innermost dim still moves four values at a time.
uint32_t RowLength(const ir::Shape& dims, std::span<const EpilogueStep> own, const FusedNode& fused) {
  const auto reads_channels = [](const EpilogueStep& step) { return step.kind == OperandKind::kChannel; };
  const bool by_channel =
      std::ranges::any_of(own, reads_channels) || std::ranges::any_of(fused.epilogue, reads_channels);
  return static_cast<uint32_t>(by_channel ? dims.channels() : dims.NumElements());
}

// Groups of four values for each invocation: several, as long as the device has enough to do.
uint32_t VectorsFor(uint32_t total, const gpu::DeviceLimits& limits) {
  for (const uint32_t vectors : {4U, 2U}) {
    if (GroupsFor(total, kGroup * vectors) >= limits.parallel_workgroups) return vectors;
  }
  return 1;
}

void EmitElementwise(Lowering& lowering, int input, std::span<const EpilogueStep> steps) {
  const ir::Shape& dims = lowering.output_dims();
  const uint32_t row = RowLength(dims, steps, lowering.fused());
  const uint32_t blocks = (row + 3) / 4;
  const auto total = static_cast<uint32_t>(blocks * (dims.NumElements() / row));
  const uint32_t vectors = VectorsFor(total, lowering.limits());
  const Loads loads = lowering.LoadsWhen(row % 4 == 0);
  lowering.Emit<shaders::Elementwise>(
      {.kLocalSizeX = kGroup,
       .kAligned = row % 4 == 0,
       .kVectors = vectors,
       .kPaired = StoresInPairs(loads, row, vectors),
       .kOneRow = blocks == total},
      {.channels = row, .blocks = blocks, .total = total, .by_blocks = gpu::Divisor(blocks)},
      {.source = lowering.Input(input), .result = lowering.Output()},
      FlatGroups(total, kGroup * vectors, lowering.limits()), steps, loads);
}

struct Strides {
  uint32_t n = 0;
  uint32_t h = 0;
  uint32_t w = 0;
  uint32_t c = 0;
};

// Element strides of `dims` seen as NHWC; 0 along the dims that are stretched.
Strides StridesOf(const ir::Shape& dims) {
  const ir::Shape four = dims.ExpandedTo(4);
  const auto stride = [&](int axis, int64_t step) {
    return four[axis] == 1 ? 0U : static_cast<uint32_t>(step);
  };
  const int64_t row = four[3];
  const int64_t plane = row * four[2];
  return {stride(0, plane * four[1]), stride(1, plane), stride(2, row), stride(3, 1)};
}

// The steps of the fused activation after the step of a binary operator: none or one. The codes of those that
// have an activation leave no infinity.
std::vector<EpilogueStep> BinaryActivationSteps(int activation) {
  if (activation == abi::kTfLiteActNone) return {};
  if (activation == abi::kTfLiteActRelu) return {{.op = EpilogueOp::kRelu}};
  return ActivationSteps(activation);
}

void EmitBroadcast(Lowering& lowering, BinaryOps ops, std::span<const EpilogueStep> steps) {
  const ir::Shape out = lowering.output_dims().ExpandedTo(4);
  const Strides a = StridesOf(lowering.view().input(0).dims);
  const Strides b = StridesOf(lowering.view().input(1).dims);
  const uint32_t blocks = GroupsFor(out[3], 4);
  const auto total = static_cast<uint32_t>(blocks * out.Rows());
  lowering.Emit<shaders::BinaryBroadcast>(
      {.kLocalSizeX = kGroup, .kAligned = out[3] % 4 == 0, .kOp = static_cast<uint32_t>(ops.forward)},
      {.height = static_cast<uint32_t>(out[1]),
       .width = static_cast<uint32_t>(out[2]),
       .channels = static_cast<uint32_t>(out[3]),
       .blocks = blocks,
       .total = total,
       .a_stride_n = a.n,
       .a_stride_h = a.h,
       .a_stride_w = a.w,
       .a_stride_c = a.c,
       .b_stride_n = b.n,
       .b_stride_h = b.h,
       .b_stride_w = b.w,
       .b_stride_c = b.c},
      {.left = lowering.Input(0), .right = lowering.Input(1), .result = lowering.Output()},
      FlatGroups(total, kGroup, lowering.limits()), steps);
}

}  // namespace

void LowerUnary(Lowering& lowering) {
  const auto steps = FindOp(lowering.view().node().op_code)->as_epilogue(lowering.view(), 0);
  EmitElementwise(lowering, 0, steps);
}

bool ClassifyOperand(const ir::Tensor& operand, const ir::Shape& output, OperandKind* kind) {
  const int64_t elements = operand.dims.NumElements();
  const int rank = output.rank();
  if (operand.dims.rank() > rank) return false;
  if (operand.dims.ExpandedTo(rank) == output) {
    *kind = OperandKind::kElement;
  } else if (elements == 1) {
    *kind = OperandKind::kSingle;
  } else if (elements == operand.dims.channels() && elements == output.channels()) {
    *kind = OperandKind::kChannel;
  } else {
    return false;
  }
  return true;
}

std::vector<EpilogueStep> BinaryStep(const NodeView& view, int chained_input, BinaryOps ops, int activation) {
  const EpilogueOp op = chained_input == 0 ? ops.forward : ops.reverse;
  if (op == EpilogueOp::kNone || view.input(chained_input).dims != view.output().dims) return {};
  const int other = 1 - chained_input;
  EpilogueStep step = {.op = op, .operand = view.input_id(other)};
  if (!ClassifyOperand(view.input(other), view.output().dims, &step.kind)) return {};
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
