#include "shaders/depthwise_conv_2d.h"
#include "delegate/abi/builtin_ops.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/conv_common.h"

namespace litevk {
namespace {

using Params = abi::TfLiteDepthwiseConvParams;

constexpr std::array<uint32_t, 3> kTileCandidates = {4, 2, 1};
// Input columns that an invocation may load for a tile; a wide window at a large stride shares few.
constexpr int kMaxColumns = 16;

// The depth multiplier follows from the shapes; the parameter of that name may be stale.
bool MultiplierIsWhole(const NodeView& view) {
  const ir::Shape& filter = view.input(kConvFilter).dims;
  const int channels = view.input(kConvInput).dims.channels();
  return filter[0] == 1 && channels > 0 && filter[3] % channels == 0 && view.output().dims[3] == filter[3];
}

bool Fits(const NodeView& view) {
  const ir::Shape& filter = view.input(kConvFilter).dims;
  const uint64_t floats =
      uint64_t{GroupsFor(filter[3], 4)} * 4 * static_cast<uint64_t>(filter[1] * filter[2]);
  return floats * sizeof(float) <= view.limits().max_storage_buffer_range_bytes &&
         GroupsFor(filter[3], 4) <= view.limits().max_workgroup_count[0];
}

TilePlan Plan(const ir::Shape& output, const ConvWindow& window, const gpu::DeviceLimits& limits) {
  const uint32_t blocks = GroupsFor(output[3], 4);
  const uint32_t lanes = LanesFor(blocks);
  // Per filter row: the weight and input vectors, at about the time of a vector multiply-add each.
  const auto work = [&](uint32_t tile) -> int64_t {
    const int columns =
        (static_cast<int>(tile) - 1) * window.stride_w + (window.filter_w - 1) * window.dilation_w + 1;
    if (tile > 1 && columns > kMaxColumns) return int64_t{1} << 32;
    return columns + window.filter_w + int64_t{tile} * window.filter_w;
  };
  return PlanTiles(GroupsFor(blocks, lanes), lanes, int64_t{output[0]} * output[1], output[2],
                   kTileCandidates, work, limits);
}

void Lower(Lowering& lowering) {
  const ir::Shape& input = lowering.InputTensor(kConvInput).dims;
  const ir::Shape& output = lowering.output_dims();
  const ConvWindow window = WindowOf<Params>(lowering);
  const TilePlan plan = Plan(output, window, lowering.limits());
  const ConvConstants constants =
      AddDepthwiseConstants(lowering, window.filter_h * window.filter_w, output[3]);
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
  lowering.Emit<shaders::DepthwiseConv2d>({.kLocalSizeX = plan.lanes,
                                           .kLocalSizeY = plan.height,
                                           .kTile = plan.tile,
                                           .kAligned = output[3] % 4 == 0,
                                           .kMayMiss = !window.StaysInside(input[2], output[2]),
                                           .kMultiplier = u32(output[3] / input[3]),
                                           .kFilterH = u32(window.filter_h),
                                           .kFilterW = u32(window.filter_w),
                                           .kStrideH = u32(window.stride_h),
                                           .kStrideW = u32(window.stride_w),
                                           .kDilationH = u32(window.dilation_h),
                                           .kDilationW = u32(window.dilation_w)},
                                          {.input_h = input[1],
                                           .input_w = input[2],
                                           .input_c = u32(input[3]),
                                           .output_h = u32(output[1]),
                                           .output_w = u32(output[2]),
                                           .output_c = u32(output[3]),
                                           .blocks = GroupsFor(output[3], 4),
                                           .tiles_w = plan.tiles_w,
                                           .tiles = plan.tiles,
                                           .pad_top = window.pad_top,
                                           .pad_left = window.pad_left},
                                          {.source = lowering.Input(kConvInput),
                                           .weights = constants.weights,
                                           .bias = constants.bias,
                                           .result = lowering.Output()},
                                          plan.workgroups,
                                          ActivationSteps(lowering.view().params<Params>().activation));
}

}  // namespace

OpSpec MakeSpec_depthwise_conv_2d() {
  return {
      .op_code = abi::kTfLiteBuiltinDepthwiseConv2d,
      .name = "DEPTHWISE_CONV_2D",
      .stem = "depthwise_conv_2d",
      .params_bytes = sizeof(Params),
      .versions = {{1, "float32 and uint8"},
                   {2, "dilation"},
                   {3, "int8"},
                   {4, "float32 input with int8 filter"},
                   {5, "int16"},
                   {6, "float32 input with int8 filter, scales per channel"},
                   {7, "int4 filter"}},
      .types = {{.inputs = {ir::DataType::kFloat32, ir::DataType::kFloat32, ir::DataType::kFloat32},
                 .outputs = {ir::DataType::kFloat32},
                 .required_inputs = 2}},
      .constraints = {{"input, filter and output have 4 dims", RanksAreFour<kConvInput, kConvFilter>},
                      {"the filter is constant", InputIsKnown<kConvFilter>},
                      {"the filter is not sparse", FilterIsDense<kConvFilter>},
                      {"the bias is constant", InputIsKnown<kConvBias>},
                      {"the bias has one value per output channel", BiasMatches<kConvFilter, kConvBias, 3>},
                      {"the padding is SAME or VALID", PaddingIsKnown<Params>},
                      {"the strides are positive", StridesArePositive<Params>},
                      {"the dilations are positive", DilationsArePositive<Params>},
                      ActivationConstraint<Params>(),
                      {"the filter's first dim is 1 and its channels are a multiple of the input's",
                       MultiplierIsWhole},
                      {"the prepacked filter fits the device's limits", Fits}},
      .layout_role = LayoutRole::kImplicit,
      .infer_shapes = ir::InferDepthwiseConv2d,
      .takes_epilogue = true,
      .takes_padding = true,
      .lower = Lower,
  };
}

}  // namespace litevk
