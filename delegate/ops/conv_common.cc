#include "delegate/ops/conv_common.h"

#include <algorithm>
#include <utility>

#include "shaders/conv_2d.h"
#include "shaders/fully_connected.h"

namespace litevk {
namespace {

// Invocations of a workgroup, and kInvocations of fully_connected.comp.
constexpr uint32_t kInvocations = 64;
// Lanes of a fully_connected.comp workgroup: few, so that many workgroups share a short output, and the
// other invocations share the inputs.
constexpr uint32_t kProductLanes = 4;
// Most rows that one fully_connected.comp invocation sums (kMaxTile of conv_tile.glsl).
constexpr int64_t kProductRows = 8;
// Time of a vec4 load in units of a multiply-add of one float, for loads that mostly hit a cache.
constexpr int64_t kLoadCost = 4;

std::span<float> Floats(std::span<std::byte> bytes) {
  return {reinterpret_cast<float*>(bytes.data()), bytes.size() / sizeof(float)};
}

using Packer = std::function<void(std::span<const float> value, std::span<float> packed)>;

// A constant packed from input `index`, or from an empty value where that is absent.
gpu::TensorId AddPacked(Lowering& lowering, std::string_view name, int index, uint64_t bytes, Packer pack) {
  const NodeView& view = lowering.view();
  const ir::TensorId id = view.has_input(index) ? view.input_id(index) : ir::kAbsent;
  return lowering.AddConstant(
      name, bytes, [graph = &view.graph(), id, pack = std::move(pack)](std::span<std::byte> out) -> Status {
        if (id == ir::kAbsent) {
          pack({}, Floats(out));
          return {};
        }
        LITEVK_ASSIGN_OR_RETURN(const KnownValue value, EvaluateKnown(*graph, id));
        pack(value.floats(), Floats(out));
        return {};
      });
}

// Few rows: the inputs of one output are split among the invocations of a workgroup.
void EmitProduct(Lowering& lowering, const FilterLayout& layout, int64_t rows, int activation) {
  const ConvConstants constants = AddConvConstants(lowering, kConvFilter, kConvBias, layout);
  const auto inputs = static_cast<uint32_t>(layout.inputs);
  const auto outputs = static_cast<uint32_t>(layout.outputs);
  lowering.Emit<shaders::FullyConnected>(
      {.kLocalSizeX = kProductLanes,
       .kLocalSizeY = kInvocations / kProductLanes,
       .kTile = static_cast<uint32_t>(rows),
       .kInputTail = inputs % 4,
       .kMayMiss = false,
       .kAligned = outputs % 4 == 0},
      {.inputs = inputs, .outputs = outputs, .rows = static_cast<uint32_t>(rows)},
      {.source = lowering.Input(kConvInput),
       .weights = constants.weights,
       .bias = constants.bias,
       .result = lowering.Output()},
      {layout.AllPanels(), 1, 1}, ActivationSteps(activation));
}

void EmitTiled(Lowering& lowering, const ir::Shape& input, const ir::Shape& output, const ConvWindow& window,
               const FilterLayout& layout, int activation) {
  const ConvConstants constants = AddConvConstants(lowering, kConvFilter, kConvBias, layout);
  const TilePlan plan = PlanConvTiles(layout, int64_t{output[0]} * output[1], output[2], lowering.limits());
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
  lowering.Emit<shaders::Conv2d>({.kLocalSizeX = plan.lanes,
                                  .kLocalSizeY = plan.height,
                                  .kTile = plan.tile,
                                  .kInputTail = u32(layout.inputs % 4),
                                  .kMayMiss = !window.StaysInside(input[2], output[2]),
                                  .kAligned = layout.outputs % 4 == 0,
                                  .kFilterH = u32(window.filter_h),
                                  .kFilterW = u32(window.filter_w),
                                  .kStrideH = u32(window.stride_h),
                                  .kStrideW = u32(window.stride_w),
                                  .kDilationH = u32(window.dilation_h),
                                  .kDilationW = u32(window.dilation_w)},
                                 {.input_h = input[1],
                                  .input_w = input[2],
                                  .input_c = u32(input[3]),
                                  .inputs = u32(layout.inputs),
                                  .output_h = u32(output[1]),
                                  .output_w = u32(output[2]),
                                  .output_c = u32(output[3]),
                                  .outputs = u32(layout.outputs),
                                  .panels = layout.Panels(),
                                  .tiles_w = plan.tiles_w,
                                  .tiles = plan.tiles,
                                  .pad_top = window.pad_top,
                                  .pad_left = window.pad_left},
                                 {.source = lowering.Input(kConvInput),
                                  .weights = constants.weights,
                                  .bias = constants.bias,
                                  .result = lowering.Output()},
                                 plan.workgroups, ActivationSteps(activation));
}

// True when every output pixel reads the input pixel at its own place and no other.
bool IsPointwise(const ir::Shape& input, const ir::Shape& output, const ConvWindow& window) {
  return window.filter_h == 1 && window.filter_w == 1 && window.stride_h == 1 && window.stride_w == 1 &&
         input[1] == output[1] && input[2] == output[2];
}

}  // namespace

uint32_t LanesFor(uint32_t blocks) {
  for (uint32_t lanes = kInvocations; lanes > 1; lanes /= 2) {
    const uint32_t covered = (blocks + lanes - 1) / lanes * lanes;
    if ((covered - blocks) * 8 <= covered) return lanes;
  }
  return 1;
}

TilePlan PlanTiles(uint32_t panels, uint32_t lanes, int64_t rows, int width,
                   std::span<const uint32_t> candidates, const std::function<int64_t(uint32_t)>& work,
                   const gpu::DeviceLimits& limits) {
  TilePlan plan = {.lanes = lanes, .height = kInvocations / lanes};
  int64_t best = 0;
  for (const uint32_t tile : candidates) {
    const uint32_t tiles_w = GroupsFor(width, tile);
    const int64_t workgroups = int64_t{panels} * GroupsFor(rows * tiles_w, plan.height);
    const int64_t time = std::max<int64_t>(workgroups, limits.parallel_workgroups) * work(tile);
    if (best != 0 && time >= best) continue;
    best = time;
    plan.tile = tile;
    plan.tiles_w = tiles_w;
  }
  plan.tiles = static_cast<uint32_t>(rows * plan.tiles_w);
  const uint32_t groups = GroupsFor(plan.tiles, plan.height);
  const uint32_t along_y = std::min(groups, limits.max_workgroup_count[1]);
  plan.workgroups = {panels, along_y, GroupsFor(groups, along_y)};
  return plan;
}

TilePlan PlanConvTiles(const FilterLayout& layout, int64_t rows, int width, const gpu::DeviceLimits& limits) {
  static constexpr std::array<uint32_t, 4> kCandidates = {8, 4, 2, 1};
  // Per four input channels of one tap: four weight vectors, and per pixel one load and 16 multiply-adds.
  const auto work = [](uint32_t tile) { return kLoadCost * (4 + tile) + 16 * int64_t{tile}; };
  return PlanTiles(layout.AllPanels(), layout.lanes, rows, width, kCandidates, work, limits);
}

ConvConstants AddConvConstants(Lowering& lowering, int filter_input, int bias_input,
                               const FilterLayout& layout) {
  const auto pack_filter = [layout](std::span<const float> value, std::span<float> packed) {
    PackFilter(value, layout, packed);
  };
  const auto pack_bias = [layout](std::span<const float> value, std::span<float> packed) {
    PackBias(value, layout, packed);
  };
  return {.weights = AddPacked(lowering, "filter", filter_input, layout.FilterBytes(), pack_filter),
          .bias = AddPacked(lowering, "bias", bias_input, layout.BiasBytes(), pack_bias)};
}

ConvConstants AddDepthwiseConstants(Lowering& lowering, int taps, int channels) {
  const auto pack = [channels](std::span<const float> value, std::span<float> packed) {
    PackRows(value, channels, packed);
  };
  const uint64_t row_bytes = uint64_t{GroupsFor(channels, 4)} * 4 * sizeof(float);
  return {
      .weights = AddPacked(lowering, "filter", kConvFilter, static_cast<uint64_t>(taps) * row_bytes, pack),
      .bias = AddPacked(lowering, "bias", kConvBias, row_bytes, pack)};
}

void EmitConv2d(Lowering& lowering, ir::Shape input, ir::Shape output, const ConvWindow& window, int groups,
                int activation) {
  if (IsPointwise(input, output, window)) {
    const auto pixels = static_cast<int>(output.Rows());
    input = {1, 1, pixels, input[3]};
    output = {1, 1, pixels, output[3]};
  }
  FilterLayout layout = {.groups = groups,
                         .outputs = output[3] / groups,
                         .taps = window.filter_h * window.filter_w,
                         .inputs = input[3] / groups};
  const bool is_product = IsPointwise(input, output, window) && output[1] == 1 && output[0] == 1 &&
                          output[2] <= kProductRows && groups == 1;
  layout.lanes = is_product ? kProductLanes : LanesFor(layout.Blocks());
  if (is_product) {
    EmitProduct(lowering, layout, output[2], activation);
  } else {
    EmitTiled(lowering, input, output, window, layout, activation);
  }
}

bool FilterFits(FilterLayout layout, const gpu::DeviceLimits& limits) {
  return std::ranges::all_of(std::array{LanesFor(layout.Blocks()), kProductLanes}, [&](uint32_t lanes) {
    layout.lanes = lanes;
    return layout.FilterBytes() <= limits.max_storage_buffer_range_bytes &&
           layout.AllPanels() <= limits.max_workgroup_count[0];
  });
}

}  // namespace litevk
