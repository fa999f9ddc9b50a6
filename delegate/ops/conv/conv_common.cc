#include "delegate/ops/conv/conv_common.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "delegate/ops/conv/grouped_conv.h"
#include "delegate/ops/conv/winograd.h"
#include "shaders/conv_2d.h"
#include "shaders/fully_connected.h"

namespace litevk {
namespace {

// Most lanes of a fully_connected.comp workgroup: few, so that many workgroups share a short output, and the
// other invocations share the inputs.
constexpr uint32_t kProductLanes = 4;
// Most rows that one fully_connected.comp invocation sums (kMaxTile of conv_tile.glsl).
constexpr int64_t kProductRows = 8;
// Of conv_2d.comp: no pixel is known to stay inside of its row.
constexpr uint32_t kAnyColumn = 1U << 30;

std::span<float> Floats(std::span<std::byte> bytes) {
  return {reinterpret_cast<float*>(bytes.data()), bytes.size() / sizeof(float)};
}

// Few rows: the inputs of one output are split among the invocations of a workgroup.
void EmitProduct(Lowering& lowering, const FilterLayout& layout, int64_t rows, int activation) {
  const ConvConstants constants = AddConvConstants(lowering, kConvFilter, kConvBias, layout);
  const auto inputs = static_cast<uint32_t>(layout.inputs);
  const auto outputs = static_cast<uint32_t>(layout.outputs);
  // As few tiles as the device's largest allows, and no larger than that takes.
  const uint32_t tiles = GroupsFor(rows, lowering.limits().profile.max_tile);
  lowering.Emit<shaders::FullyConnected>(
      {.kLocalSizeX = layout.lanes,
       .kLocalSizeY = kInvocations / layout.lanes,
       .kTile = GroupsFor(rows, tiles),
       .kInputTail = inputs % 4,
       .kMayMiss = false,
       .kAligned = outputs % 4 == 0,
       .kHasBlocks = inputs >= 4},
      {.inputs = inputs, .outputs = outputs, .rows = static_cast<uint32_t>(rows)},
      {.source = lowering.Input(kConvInput),
       .weights = constants.weights,
       .bias = constants.bias,
       .result = lowering.Output()},
      {layout.AllPanels(), tiles, 1}, ActivationSteps(activation),
      lowering.ProductLoads(layout.inputs, layout.outputs));
}

// True when every output pixel reads the input pixel at its own place and no other.
bool IsPointwise(const ir::Shape& input, const ir::Shape& output, const ConvWindow& window) {
  return window.filter_h == 1 && window.filter_w == 1 && window.stride_h == 1 && window.stride_w == 1 &&
         input[1] == output[1] && input[2] == output[2];
}

// Columns of padding that a row's first and last output pixel read.
struct MissedColumns {
  uint32_t left = 0;
  uint32_t right = 0;
};
MissedColumns MissedBy(const ConvWindow& window, int input_w, int output_w) {
  const int last = (output_w - 1) * window.stride_w + (window.filter_w - 1) * window.dilation_w;
  return {static_cast<uint32_t>(window.pad_left),
          static_cast<uint32_t>(std::max(last - window.pad_left - (input_w - 1), 0))};
}

// Largest tile whose pixels leave room for those of another turn of the loop, in vector registers.
constexpr uint32_t kSmallTile = 4;

// Blocks of input channels in a turn of the loop: two where the sums, or pixels in scalar registers, leave
// room for the loads of both. One where lanes share pixels: two were no faster there, and compile longer.
uint32_t StepOf(const FilterLayout& layout, const TilePlan& plan, bool shared) {
  const bool has_room = layout.taps == 1 && (layout.lanes == kInvocations || plan.tile <= kSmallTile);
  return !shared && has_room && layout.inputs / 4 % 2 == 0 ? 2 : 1;
}

// Whether a subgroup is lanes of one tile and slice only, so that they read the same pixels.
bool SlicesAreUniform(const TilePlan& plan, const gpu::DeviceLimits& limits) {
  return plan.slices > 1 && plan.height == 1 && limits.subgroup_size > 1 &&
         plan.lanes % limits.subgroup_size == 0;
}

// Plans for a tile per output pixel row, or over all pixels where lanes share them.
std::vector<TilePlan> TilesOf(const FilterLayout& layout, const ir::Shape& output, Loads loads,
                              const gpu::DeviceLimits& limits) {
  const int rows = output[0] * output[1];
  if (loads != Loads::kStorage) return ConvTileCandidates(layout, 1, rows * output[2], loads, limits);
  return ConvTileCandidates(layout, rows, output[2], loads, limits, kMaxSlices);
}

void EmitTiled(Lowering& lowering, const ir::Shape& input, const ir::Shape& output, const ConvWindow& window,
               const FilterLayout& layout, const TilePlan& plan, Loads loads, int activation) {
  const ConvConstants constants = AddConvConstants(lowering, kConvFilter, kConvBias, layout);
  const int rows = output[0] * output[1];
  const bool shared = loads != Loads::kStorage;
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
  const bool fills_rows = !shared && u32(output[2]) % plan.tile == 0;
  // Where tiles reach beyond their row any of their pixels may be the last one.
  const MissedColumns missed = fills_rows ? MissedBy(window, input[2], output[2])
                                          : MissedColumns{.left = kAnyColumn, .right = kAnyColumn};
  lowering.Emit<shaders::Conv2d>({.kLocalSizeX = plan.lanes,
                                  .kLocalSizeY = plan.height,
                                  .kLocalSizeZ = plan.slices,
                                  .kTile = plan.tile,
                                  .kInputTail = u32(layout.inputs % 4),
                                  .kMayMiss = !window.StaysInside(input, output),
                                  .kAligned = layout.outputs % 4 == 0,
                                  .kFilterH = u32(window.filter_h),
                                  .kFilterW = u32(window.filter_w),
                                  .kStrideH = u32(window.stride_h),
                                  .kStrideW = u32(window.stride_w),
                                  .kDilationH = u32(window.dilation_h),
                                  .kDilationW = u32(window.dilation_w),
                                  .kStep = StepOf(layout, plan, shared),
                                  .kPointwise = IsPointwise(input, output, window),
                                  .kFillsRows = fills_rows,
                                  .kMissLeft = missed.left,
                                  .kMissRight = missed.right,
                                  .kUniformSlices = SlicesAreUniform(plan, lowering.limits()),
                                  .kHasBlocks = layout.inputs >= 4,
                                  .kPaired = StoresInPairs(loads, layout.outputs, plan.tile)},
                                 {.by_tiles_w = gpu::Divisor(plan.tiles_w),
                                  .by_image_h = gpu::Divisor(u32(output[1])),
                                  .by_output_w = gpu::Divisor(u32(output[2])),
                                  .input_h = input[1],
                                  .input_w = input[2],
                                  .input_c = u32(input[3]),
                                  .inputs = u32(layout.inputs),
                                  .output_h = u32(rows),
                                  .output_w = u32(output[2]),
                                  .output_c = u32(output[3]),
                                  .outputs = u32(layout.outputs),
                                  .panels = layout.Panels(),
                                  .image_h = u32(output[1]),
                                  .tiles_w = plan.tiles_w,
                                  .pad_top = window.pad_top,
                                  .pad_left = window.pad_left},
                                 {.source = lowering.Input(kConvInput),
                                  .weights = constants.weights,
                                  .bias = constants.bias,
                                  .result = lowering.Output()},
                                 plan.workgroups, ActivationSteps(activation), loads);
}

// In the way that is chosen of all tiles and, where it can be taken, Winograd's convolution.
void EmitChosen(Lowering& lowering, const ir::Shape& input, const ir::Shape& output, const ConvWindow& window,
                FilterLayout layout, int activation) {
  constexpr const char* kWinograd = "winograd";
  const gpu::DeviceLimits& limits = lowering.limits();
  const Loads loads = lowering.ProductLoads(layout.inputs, layout.outputs);
  layout.lanes = LanesOn(layout.Blocks(), limits);
  const std::vector<TilePlan> plans = TilesOf(layout, output, loads, limits);
  std::vector<std::string> names = NamesOf(plans);
  size_t winograd = plans.size();  // its place among the names; after all of them: not there
  if (layout.groups == 1 && lowering.options().winograd && WinogradFits(input, output, window, limits)) {
    winograd = WinogradPays(input, output, window, limits) ? 0 : 1;
    names.insert(names.begin() + static_cast<std::ptrdiff_t>(winograd), kWinograd);
  }
  const size_t taken =
      lowering.Choose(ToString(window) + " groups " + std::to_string(layout.groups), std::move(names));
  if (taken == winograd) {
    EmitWinograd(lowering, input, output, window, activation);
    return;
  }
  const TilePlan& plan = plans[taken - (taken > winograd ? 1 : 0)];
  EmitTiled(lowering, input, output, window, layout, plan, loads, activation);
}

}  // namespace

gpu::TensorId AddPacked(Lowering& lowering, std::string_view name, int index, uint64_t bytes, Packer pack,
                        std::string_view packing) {
  const NodeView& view = lowering.view();
  const ir::TensorId id = view.has_input(index) ? view.input_id(index) : ir::kAbsent;
  return lowering.AddConstant(
      name, bytes,
      [graph = &view.graph(), id, pack = std::move(pack)](std::span<std::byte> out) -> Status {
        if (id == ir::kAbsent) {
          pack({}, Floats(out));
          return {};
        }
        LITEVK_ASSIGN_OR_RETURN(const KnownValue value, EvaluateKnown(*graph, id));
        pack(value.floats(), Floats(out));
        return {};
      },
      lowering.KeyOf(index, std::string(name) + " " + std::string(packing)));
}

gpu::TensorId AddPackedRows(Lowering& lowering, std::string_view name, int index, int rows, int channels) {
  const auto pack = [channels](std::span<const float> value, std::span<float> packed) {
    PackRows(value, channels, packed);
  };
  const uint64_t row_bytes = uint64_t{GroupsFor(channels, 4)} * 4 * sizeof(float);
  return AddPacked(lowering, name, index, static_cast<uint64_t>(rows) * row_bytes, pack,
                   "rows of " + std::to_string(channels));
}

ConvConstants AddConvConstants(Lowering& lowering, int filter_input, int bias_input,
                               const FilterLayout& layout) {
  const auto pack_filter = [layout](std::span<const float> value, std::span<float> packed) {
    PackFilter(value, layout, packed);
  };
  const auto pack_bias = [layout](std::span<const float> value, std::span<float> packed) {
    PackBias(value, layout, packed);
  };
  const std::string packing = layout.ToString();
  return {.weights = AddPacked(lowering, "filter", filter_input, layout.FilterBytes(), pack_filter, packing),
          .bias = AddPacked(lowering, "bias", bias_input, layout.BiasBytes(), pack_bias, packing)};
}

ConvConstants AddDepthwiseConstants(Lowering& lowering, int taps, int channels) {
  return {.weights = AddPackedRows(lowering, "filter", kConvFilter, taps, channels),
          .bias = AddPackedRows(lowering, "bias", kConvBias, 1, channels)};
}

std::string ToString(const ConvWindow& window) {
  const auto pair = [](int first, const char* between, int second) {
    return std::to_string(first) + between + std::to_string(second);
  };
  return pair(window.filter_h, "x", window.filter_w) + " stride " +
         pair(window.stride_h, "x", window.stride_w) + " dilation " +
         pair(window.dilation_h, "x", window.dilation_w) + " padding " +
         pair(window.pad_top, ",", window.pad_left);
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
  if (is_product) {
    layout.lanes = std::min(kProductLanes, std::bit_ceil(layout.Blocks()));
    EmitProduct(lowering, layout, output[2], activation);
    return;
  }
  if (TakesGrouped(layout, lowering.limits())) {
    EmitGrouped(lowering, input, output, window, layout, AddGroupedConstants(lowering, layout), activation);
    return;
  }
  EmitChosen(lowering, input, output, window, layout, activation);
}

bool FilterFits(FilterLayout layout, const gpu::DeviceLimits& limits) {
  if (layout.groups > 1 && TakesGrouped(layout, limits)) return GroupedFits(layout, limits);
  return std::ranges::all_of(std::array{LanesFor(layout.Blocks()), kProductLanes, kSharers},
                             [&](uint32_t lanes) {
                               layout.lanes = lanes;
                               return layout.FilterBytes() <= limits.max_storage_buffer_range_bytes &&
                                      layout.AllPanels() <= limits.max_workgroup_count[0];
                             });
}

}  // namespace litevk
