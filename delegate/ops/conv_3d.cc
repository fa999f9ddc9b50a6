#include "shaders/conv/conv_3d.h"

#include <array>
#include <cstddef>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/conv/conv_common.h"
#include "delegate/ops/conv/filter_fits.h"
#include "runtime/graph/divisor.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

using Params = abi::TfLiteConv3DParams;

// Returns the layout of the filter, TFLite's {depth, height, width, inputs, outputs}.
FilterLayout LayoutOf(const NodeView& view) {
  const ir::Shape& filter = view.input(kConvFilter).dims;
  FilterLayout layout = {.outputs = filter[4],
                         .taps = filter[0] * filter[1] * filter[2],
                         .inputs = filter[3],
                         .outputs_last = true};
  layout.lanes = LanesFor(layout.Blocks());
  return layout;
}

// Number of zeros before the first plane, row and column.
std::array<int, 3> PadBefore(const NodeView& view) {
  const auto& params = view.params<Params>();
  const std::array strides = {params.stride_depth, params.stride_height, params.stride_width};
  const std::array dilations = {params.dilation_depth_factor, params.dilation_height_factor,
                                params.dilation_width_factor};
  std::array<int, 3> pad = {};
  for (size_t axis = 0; axis < pad.size(); ++axis) {
    const int size = view.input(kConvInput).dims[static_cast<int>(axis) + 1];
    const int filter = view.input(kConvFilter).dims[static_cast<int>(axis)];
    pad[axis] = ir::ComputeWindow(params.padding, size, filter, strides[axis], dilations[axis]).pad_before;
  }
  return pad;
}

shaders::Conv3d::Spec SpecOf(const NodeView& view, const TilePlan& plan) {
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
  const auto& params = view.params<Params>();
  const ir::Shape& filter = view.input(kConvFilter).dims;
  return {.kLocalSizeX = plan.lanes,
          .kLocalSizeY = plan.height,
          .kTile = plan.tile,
          .kInputTail = u32(filter[3] % 4),
          .kMayMiss = true,
          .kAligned = filter[4] % 4 == 0,
          .kFilterD = u32(filter[0]),
          .kFilterH = u32(filter[1]),
          .kFilterW = u32(filter[2]),
          .kStrideD = u32(params.stride_depth),
          .kStrideH = u32(params.stride_height),
          .kStrideW = u32(params.stride_width),
          .kDilationD = u32(params.dilation_depth_factor),
          .kDilationH = u32(params.dilation_height_factor),
          .kDilationW = u32(params.dilation_width_factor),
          .kHasBlocks = filter[3] >= 4};
}

shaders::Conv3d::Push PushOf(const NodeView& view, const TilePlan& plan) {
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
  const ir::Shape& input = view.input(kConvInput).dims;
  const ir::Shape& output = view.output().dims;
  const std::array<int, 3> pad = PadBefore(view);
  return {.by_tiles_w = gpu::Divisor(plan.tiles_w),
          .by_output_h = gpu::Divisor(u32(output[2])),
          .by_output_d = gpu::Divisor(u32(output[1])),
          .input_d = input[1],
          .input_h = input[2],
          .input_w = input[3],
          .input_c = u32(input[4]),
          .output_d = u32(output[1]),
          .output_h = u32(output[2]),
          .output_w = u32(output[3]),
          .output_c = u32(output[4]),
          .tiles_w = plan.tiles_w,
          .tiles = plan.tiles,
          .pad_front = pad[0],
          .pad_top = pad[1],
          .pad_left = pad[2]};
}

void Lower(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const ir::Shape& output = lowering.output_dims();
  const FilterLayout layout = LayoutOf(view);
  const int64_t rows = int64_t{output[0]} * output[1] * output[2];
  const TilePlan plan = PlanConvTiles(layout, rows, output[3], {}, lowering.limits());
  const ConvWeights weights = AddConvWeights(lowering, kConvFilter, kConvBias, layout);
  lowering.Emit<shaders::Conv3d>(SpecOf(view, plan), PushOf(view, plan),
                                 {.source = lowering.Input(kConvInput),
                                  .weights = weights.weights,
                                  .bias = weights.bias,
                                  .result = lowering.Output()},
                                 plan.workgroups, ActivationSteps(view.params<Params>().activation));
}

bool RanksAreFive(const NodeView& view) {
  return view.input(kConvInput).dims.rank() == 5 && view.input(kConvFilter).dims.rank() == 5;
}

bool StepsArePositive(const NodeView& view) {
  const auto& params = view.params<Params>();
  return params.stride_depth > 0 && StridesArePositive<Params>(view) && params.dilation_depth_factor > 0 &&
         DilationsArePositive<Params>(view);
}

bool ChannelsMatch(const NodeView& view) {
  return view.input(kConvInput).dims[4] == view.input(kConvFilter).dims[3];
}

bool Fits(const NodeView& view) { return FilterFits(LayoutOf(view), view.limits()); }

}  // namespace

OpSpec MakeSpec_conv_3d() {
  return {
      .op_code = abi::kTfLiteBuiltinConv3d,
      .kernels = {{.constraints =
                       {{"input and filter have 5 dims", RanksAreFive},
                        {"the filter is not sparse", FilterIsDense<kConvFilter>},
                        {"the bias has one value per output channel", BiasMatches<kConvFilter, kConvBias, 4>,
                         DimsOfAllAreKnown<kConvFilter, kConvBias>},
                        {"the padding is SAME or VALID", PaddingIsKnown<Params>},
                        {"the strides and dilations are positive", StepsArePositive},
                        ActivationConstraint<Params>(),
                        {"the filter's input channels are those of the input", ChannelsMatch,
                         ChannelsAndFilterAreKnown<kConvInput, kConvFilter>},
                        {"the prepacked filter fits the device's limits", Fits, DimsAreKnown<kConvFilter>}},
                   .epilogue = kFloat32Epilogue,
                   .reads_strided = FindsOffsetsOf<kConvInput, kConvFilter, kConvBias>,
                   .lower = Lower}},
  };
}

}  // namespace litevk
