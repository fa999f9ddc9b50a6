#include "delegate/ops/pool_2d.h"

#include "delegate/lower/lowering.h"
#include "delegate/ops/constraints.h"
#include "shaders/pool_2d.h"

namespace litevk {
namespace {

using abi::TfLitePoolParams;

constexpr uint32_t kGroup = 64;

bool HasPadding(const NodeView& view) {
  const int padding = view.params<TfLitePoolParams>().padding;
  return padding == abi::kTfLitePaddingSame || padding == abi::kTfLitePaddingValid;
}

bool HasWindow(const NodeView& view) {
  const auto& params = view.params<TfLitePoolParams>();
  return params.filter_height > 0 && params.filter_width > 0 && params.stride_height > 0 &&
         params.stride_width > 0;
}

}  // namespace

std::vector<Constraint> PoolConstraints() {
  return {{"the rank of the input is 4", [](const NodeView& view) { return view.input(0).dims.rank() == 4; }},
          {"the padding is SAME or VALID", HasPadding},
          {"the window and the strides are positive", HasWindow},
          ActivationConstraint<TfLitePoolParams>()};
}

void LowerPool2d(Lowering& lowering, PoolKind kind) {
  const auto& params = lowering.view().params<TfLitePoolParams>();
  // The operator's own padding is found from its own input, zeros of a PAD included.
  const ir::Shape& padded = lowering.view().input(0).dims;
  const ir::Shape& in = lowering.InputTensor(0).dims;
  const ir::Shape& out = lowering.output_dims();
  const SpatialPadding& zeros = lowering.fused().padding;
  const auto height =
      ir::ComputeWindow(params.padding, padded[1], params.filter_height, params.stride_height, 1);
  const auto width =
      ir::ComputeWindow(params.padding, padded[2], params.filter_width, params.stride_width, 1);
  const uint32_t blocks = GroupsFor(out[3], 4);
  const auto total = static_cast<uint32_t>(blocks * out.Rows());
  const auto activation = ActivationSteps(params.activation);
  lowering.Emit<shaders::Pool2d>({.kLocalSizeX = kGroup,
                                  .kAligned = out[3] % 4 == 0,
                                  .kAverage = kind == PoolKind::kAverage,
                                  .kFilterH = params.filter_height,
                                  .kFilterW = params.filter_width,
                                  .kStrideH = params.stride_height,
                                  .kStrideW = params.stride_width},
                                 {.in_h = in[1],
                                  .in_w = in[2],
                                  .out_h = static_cast<uint32_t>(out[1]),
                                  .out_w = static_cast<uint32_t>(out[2]),
                                  .channels = static_cast<uint32_t>(out[3]),
                                  .blocks = blocks,
                                  .total = total,
                                  .offset_h = -height.pad_before - zeros.top,
                                  .offset_w = -width.pad_before - zeros.left,
                                  .top = zeros.top,
                                  .bottom = zeros.bottom,
                                  .left = zeros.left,
                                  .right = zeros.right},
                                 {.source = lowering.Input(0), .result = lowering.Output()},
                                 FlatGroups(total, kGroup, lowering.limits()), activation);
}

}  // namespace litevk
