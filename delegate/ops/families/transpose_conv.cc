#include "delegate/ops/families/transpose_conv.h"

#include "delegate/ops/conv/filter_fits.h"
#include "shaders/transpose_conv.h"

namespace litevk {
namespace {

using Params = abi::TfLiteTransposeConvParams;

FilterLayout LayoutOf(const NodeView& view, TransposeConvInputs at) {
  const ir::Shape& filter = view.input(at.filter).dims;
  FilterLayout layout = {.outputs = filter[0], .taps = filter[1] * filter[2], .inputs = filter[3]};
  layout.lanes = LanesFor(layout.Blocks());
  return layout;
}

// Zeros that the forward convolution, from the output to the input, would put before an axis.
uint32_t PadBefore(const NodeView& view, int filter_input, int axis, int stride) {
  const int filter = view.input(filter_input).dims[axis];
  const int padding = view.params<Params>().padding;
  return static_cast<uint32_t>(
      ir::ComputeWindow(padding, view.output().dims[axis], filter, stride, 1).pad_before);
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

void LowerTransposeConv(Lowering& lowering, TransposeConvInputs at, std::span<const EpilogueStep> own) {
  const NodeView& view = lowering.view();
  const auto& params = view.params<Params>();
  const ir::Shape& input = view.input(at.image).dims;
  const ir::Shape& filter = view.input(at.filter).dims;
  const ir::Shape& output = lowering.output_dims();
  const FilterLayout layout = LayoutOf(view, at);
  const int64_t phase_rows = int64_t{output[0]} * output[1] * params.stride_width;
  const auto phase_width = static_cast<int>(GroupsFor(output[2], static_cast<uint32_t>(params.stride_width)));
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
                                       .pad_top = PadBefore(view, at.filter, 1, params.stride_height),
                                       .pad_left = PadBefore(view, at.filter, 2, params.stride_width)};
  SetStrides(strides, push);
  lowering.Emit<shaders::TransposeConv>({.kLocalSizeX = plan.lanes,
                                         .kLocalSizeY = plan.height,
                                         .kTile = plan.tile,
                                         .kInputTail = u32(input[3] % 4),
                                         .kMayMiss = true,
                                         .kAligned = output[3] % 4 == 0,
                                         .kFilterH = u32(filter[1]),
                                         .kFilterW = u32(filter[2]),
                                         .kStrideH = u32(params.stride_height),
                                         .kStrideW = u32(params.stride_width),
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
