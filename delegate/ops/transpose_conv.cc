#include "shaders/transpose_conv.h"

#include "delegate/ops/constraints.h"
#include "delegate/ops/conv/conv_common.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

using Params = abi::TfLiteTransposeConvParams;

constexpr int kOutputShape = 0;
constexpr int kFilter = 1;
constexpr int kInput = 2;
constexpr int kBias = 3;

FilterLayout LayoutOf(const NodeView& view) {
  const ir::Shape& filter = view.input(kFilter).dims;
  FilterLayout layout = {.outputs = filter[0], .taps = filter[1] * filter[2], .inputs = filter[3]};
  layout.lanes = LanesFor(layout.Blocks());
  return layout;
}

bool DimsMatch(const NodeView& view) {
  const ir::Shape& filter = view.input(kFilter).dims;
  const ir::Shape& input = view.input(kInput).dims;
  const ir::Shape& output = view.output().dims;
  return filter[3] == input[3] && filter[0] == output[3] && input[0] == output[0];
}

bool Fits(const NodeView& view) { return FilterFits(LayoutOf(view), view.limits()); }

// Zeros that the forward convolution, from the output to the input, would put before an axis.
uint32_t PadBefore(const NodeView& view, int axis, int stride) {
  const int filter = view.input(kFilter).dims[axis];
  const int padding = view.params<Params>().padding;
  return static_cast<uint32_t>(
      ir::ComputeWindow(padding, view.output().dims[axis], filter, stride, 1).pad_before);
}

void Lower(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const auto& params = view.params<Params>();
  const ir::Shape& input = view.input(kInput).dims;
  const ir::Shape& filter = view.input(kFilter).dims;
  const ir::Shape& output = lowering.output_dims();
  const FilterLayout layout = LayoutOf(view);
  const int64_t phase_rows = int64_t{output[0]} * output[1] * params.stride_width;
  const auto phase_width = static_cast<int>(GroupsFor(output[2], static_cast<uint32_t>(params.stride_width)));
  const TilePlan plan = PlanConvTiles(layout, phase_rows, phase_width, Loads::kStorage, lowering.limits());
  const ConvConstants constants = AddConvConstants(lowering, kFilter, kBias, layout);
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
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
                                         .kHasBlocks = input[3] >= 4},
                                        {.input_h = input[1],
                                         .input_w = input[2],
                                         .input_c = u32(input[3]),
                                         .output_h = u32(output[1]),
                                         .output_w = u32(output[2]),
                                         .output_c = u32(output[3]),
                                         .tiles_phase = plan.tiles_w,
                                         .tiles = plan.tiles,
                                         .pad_top = PadBefore(view, 1, params.stride_height),
                                         .pad_left = PadBefore(view, 2, params.stride_width)},
                                        {.source = lowering.Input(kInput),
                                         .weights = constants.weights,
                                         .bias = constants.bias,
                                         .result = lowering.Output()},
                                        plan.workgroups, ActivationSteps(params.activation));
}

}  // namespace

OpSpec MakeSpec_transpose_conv() {
  return {
      .op_code = abi::kTfLiteBuiltinTransposeConv,
      .signatures = {{.lower = Lower}},
      .constraints =
          {{"input, filter and output have 4 dims", RanksAreFour<kInput, kFilter>},
           {"the output shape is stored in the model or computed from shapes", InputIsPlanned<kOutputShape>},
           {"the filter is constant", InputIsKnown<kFilter>},
           {"the filter is not sparse", FilterIsDense<kFilter>},
           {"the bias is constant", InputIsKnown<kBias>},
           {"the bias has one value per output channel", BiasMatches<kFilter, kBias, 0>},
           {"the padding is SAME or VALID", PaddingIsKnown<Params>},
           {"the strides are positive", StridesArePositive<Params>},
           ActivationConstraint<Params>(),
           {"the filter's channels are those of the input and the output, which have one batch size",
            DimsMatch, DimsAreKnown<kInput>},
           {"the prepacked filter fits the device's limits", Fits}},
      .takes_epilogue = true,
  };
}

}  // namespace litevk
