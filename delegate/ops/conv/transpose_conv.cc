#include "delegate/ops/conv/transpose_conv.h"

#include "delegate/ops/conv/filter_fits.h"
#include "shaders/conv/transpose_conv.h"

namespace litevk {
namespace {

using Params = abi::TfLiteTransposeConvParams;

FilterLayout LayoutOf(const NodeView& view, TransposeConvInputs at) {
  const ir::Shape& filter = view.input(at.filter).dims;
  FilterLayout layout = {.outputs = filter[0], .taps = filter[1] * filter[2], .inputs = filter[3]};
  layout.lanes = LanesFor(layout.Blocks());
  return layout;
}

}  // namespace

bool TransposeConvDimsMatch(const NodeView& view, TransposeConvInputs at) {
  const ir::Shape& filter = view.input(at.filter).dims;
  const ir::Shape& input = view.input(at.image).dims;
  const ir::Shape& output = view.output().dims;
  return filter[3] == input[3] && filter[0] == output[3] && input[0] == output[0];
}

bool TransposeConvFits(const NodeView& view, TransposeConvInputs at) {
  return FilterFits(LayoutOf(view, at), view.limits());
}

ConvWindow TransposeConvWindow(const NodeView& view, TransposeConvInputs at) {
  const auto& params = view.params<Params>();
  const ir::Shape& filter = view.input(at.filter).dims;
  const auto pad_before = [&](int axis, int stride) {
    return ir::ComputeWindow(params.padding, view.output().dims[axis], filter[axis], stride, 1).pad_before;
  };
  return {.filter_h = filter[1],
          .filter_w = filter[2],
          .stride_h = params.stride_height,
          .stride_w = params.stride_width,
          .pad_top = pad_before(1, params.stride_height),
          .pad_left = pad_before(2, params.stride_width)};
}

void LowerTransposeConv(Lowering& lowering, TransposeConvInputs at, std::span<const EpilogueStep> own) {
  const NodeView& view = lowering.view();
  const ir::Shape& input = view.input(at.image).dims;
  const ir::Shape& output = lowering.output_dims();
  const ConvWindow window = TransposeConvWindow(view, at);
  const FilterLayout layout = LayoutOf(view, at);
  const int64_t phase_rows = int64_t{output[0]} * output[1] * window.stride_w;
  const auto phase_width = static_cast<int>(GroupsFor(output[2], static_cast<uint32_t>(window.stride_w)));
  const TilePlan plan = PlanConvTiles(layout, phase_rows, phase_width, {}, lowering.limits());
  const ConvWeights weights = AddConvWeights(lowering, at.filter, at.bias, layout);
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
  const ImageStrides strides = lowering.InputStrides(at.image, input);
  shaders::TransposeConv::Push push = {.input_h = input[1],
                                       .input_w = input[2],
                                       .input_c = u32(input[3]),
                                       .output_h = u32(output[1]),
                                       .output_w = u32(output[2]),
                                       .output_c = u32(output[3]),
                                       .tiles_phase = plan.tiles_w,
                                       .tiles = plan.tiles,
                                       .pad_top = u32(window.pad_top),
                                       .pad_left = u32(window.pad_left)};
  SetStrides(strides, push);
  lowering.Emit<shaders::TransposeConv>({.kLocalSizeX = plan.lanes,
                                         .kLocalSizeY = plan.height,
                                         .kTile = plan.tile,
                                         .kInputTail = u32(input[3] % 4),
                                         .kMayMiss = true,
                                         .kAligned = output[3] % 4 == 0,
                                         .kFilterH = u32(window.filter_h),
                                         .kFilterW = u32(window.filter_w),
                                         .kStrideH = u32(window.stride_h),
                                         .kStrideW = u32(window.stride_w),
                                         .kHasBlocks = input[3] >= 4,
                                         .kSourceAligned = strides.AreWhole(4)},
                                        push,
                                        {.source = lowering.Input(at.image),
                                         .weights = weights.weights,
                                         .bias = weights.bias,
                                         .result = lowering.Output()},
                                        plan.workgroups, own);
}

}  // namespace litevk
