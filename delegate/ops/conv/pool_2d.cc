#include "delegate/ops/conv/pool_2d.h"

#include "delegate/kernel/constraints.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/common/reduce.h"
#include "delegate/ops/conv/window_tile.h"
#include "runtime/opset/shapes/shape_inference.h"
#include "shaders/conv/pool_2d.h"

namespace litevk {
namespace {

using abi::TfLitePoolParams;

bool HasPadding(const NodeView& view) {
  const int padding = view.params<TfLitePoolParams>().padding;
  return padding == abi::kTfLitePaddingSame || padding == abi::kTfLitePaddingValid;
}

bool HasWindow(const NodeView& view) {
  const auto& params = view.params<TfLitePoolParams>();
  return params.filter_height > 0 && params.filter_width > 0 && params.stride_height > 0 &&
         params.stride_width > 0;
}

bool ChannelsFit(const NodeView& view) { return WindowTilesFit(view.input(0).dims[3], view.limits()); }

// Number of a window's elements from which on sharing it among lanes pays.
constexpr int kLargeWindow = 32;

// True if each image is one large window with nothing beside it, as in networks that end with the mean of an
// image.
bool IsMeanOfImages(const Lowering& lowering, PoolKind kind) {
  const auto& params = lowering.view().params<TfLitePoolParams>();
  const ir::Shape& in = lowering.InputDims(0);
  const ir::Shape& out = lowering.output_dims();
  return kind == PoolKind::kAverage && out[1] == 1 && out[2] == 1 && params.filter_height == in[1] &&
         params.filter_width == in[2] && in[1] * in[2] >= kLargeWindow && lowering.view().input(0).dims == in;
}

}  // namespace

std::vector<Constraint> WindowConstraints() {
  return {{"the rank of the input is 4", [](const NodeView& view) { return view.input(0).dims.rank() == 4; }},
          {"the padding is SAME or VALID", HasPadding},
          {"the window and the strides are positive", HasWindow}};
}

std::vector<Constraint> PoolConstraints() {
  std::vector<Constraint> constraints = WindowConstraints();
  constraints.push_back(ActivationConstraint<TfLitePoolParams>());
  constraints.push_back({"the channels fit the device's limits", ChannelsFit, ChannelsAreKnown<0>});
  return constraints;
}

void LowerPool2d(Lowering& lowering, PoolKind kind) {
  const auto& params = lowering.view().params<TfLitePoolParams>();
  if (IsMeanOfImages(lowering, kind) && LowerImageMean(lowering, ActivationSteps(params.activation))) return;
  // The operator's own padding follows from its own input, which includes the zeros of a PAD.
  const ir::Shape& padded = lowering.view().input(0).dims;
  const ir::Shape& in = lowering.InputDims(0);
  const ir::Shape& out = lowering.output_dims();
  const SpatialPadding& zeros = lowering.fused().padding;
  const auto height =
      ir::ComputeWindow(params.padding, padded[1], params.filter_height, params.stride_height, 1);
  const auto width =
      ir::ComputeWindow(params.padding, padded[2], params.filter_width, params.stride_width, 1);
  const ConvWindow window = {.filter_h = params.filter_height,
                             .filter_w = params.filter_width,
                             .stride_h = params.stride_height,
                             .stride_w = params.stride_width};
  const WindowTilePlan plan = ChooseWindowTiles(lowering, out, window, false);
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
  const ImageStrides strides = lowering.InputStrides(0, in);
  const gpu::Variant variant = lowering.VariantWhen(out[3] % 4 == 0 && strides.AreWhole(4));
  shaders::Pool2d::Push push = {.input_h = in[1],
                                .input_w = in[2],
                                .output_h = u32(out[1]),
                                .output_w = u32(out[2]),
                                .channels = u32(out[3]),
                                .blocks = GroupsFor(out[3], 4),
                                .offset_h = -height.pad_before - zeros.top,
                                .offset_w = -width.pad_before - zeros.left,
                                .top = zeros.top,
                                .bottom = zeros.bottom,
                                .left = zeros.left,
                                .right = zeros.right};
  SetTiles(plan, push);
  SetStrides(strides, push);
  lowering.Emit<shaders::Pool2d>({.kLocalSizeX = plan.lanes,
                                  .kLocalSizeY = plan.per_group,
                                  .kTileW = plan.width,
                                  .kTileH = plan.height,
                                  .kAligned = out[3] % 4 == 0,
                                  .kAverage = kind != PoolKind::kMaximum,
                                  .kFilterH = u32(params.filter_height),
                                  .kFilterW = u32(params.filter_width),
                                  .kStrideH = u32(params.stride_height),
                                  .kStrideW = u32(params.stride_width),
                                  .kPaired = StoresInPairs(variant, out[3], plan.width * plan.height),
                                  .kSquares = kind == PoolKind::kRootMeanSquare,
                                  .kHasZeros = (zeros.top | zeros.bottom | zeros.left | zeros.right) != 0,
                                  .kSourceAligned = strides.AreWhole(4)},
                                 push, {.source = lowering.Input(0), .result = lowering.Output()},
                                 plan.workgroups, ActivationSteps(params.activation), variant);
}

GpuKernel PoolKernel(GpuKernel kernel) {
  kernel.constraints = PoolConstraints();
  kernel.epilogue = kFloat32Epilogue;
  kernel.takes_padding = TakesPadding<TfLitePoolParams>;
  kernel.reads_strided = ReadsImageRows<>;
  kernel.writes_together = ChannelsOfPixels;
  return kernel;
}

}  // namespace litevk
