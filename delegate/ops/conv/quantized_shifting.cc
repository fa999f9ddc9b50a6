#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "delegate/ops/common/elements.h"
#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/conv/quantized_algorithms.h"
#include "delegate/ops/conv/tile_plan.h"
#include "runtime/opset/quantized/weights_zero_point.h"
#include "shaders/conv/quantized_conv_2d.h"

namespace litevk {
namespace {

// Pixels of a tile; the largest is kMaxTile of the shader.
constexpr std::array<uint32_t, 4> kTiles = {8, 4, 2, 1};

// Vector operations for four input channels of a tap: weights are loaded and unpacked once, pixels each.
int64_t Work(uint32_t tile) { return 24 + int64_t{tile} * 24; }

// Columns and rows of the output that take the same taps, and the number of their pixels in all images.
struct Phases {
  uint32_t count = 1;
  uint32_t height;
  uint32_t width;
  int64_t pixels;
};

Phases PhasesOf(const QuantizedProblem& problem, const ir::Shape& output) {
  const auto stride_h = static_cast<uint32_t>(problem.transposed ? problem.window.stride_h : 1);
  const auto stride_w = static_cast<uint32_t>(problem.transposed ? problem.window.stride_w : 1);
  const uint32_t height = GroupsFor(output[1], stride_h);
  const uint32_t width = GroupsFor(output[2], stride_w);
  return {stride_h * stride_w, height, width, int64_t{output[0]} * height * width};
}

uint32_t TotalOf(const QuantizedProblem& problem, const Phases& phases, uint32_t tile) {
  return phases.count * GroupsFor(phases.pixels, tile) * problem.layout.AllBlocks();
}

// A number of pixels that an invocation computes.
struct ShiftedTile {
  uint32_t tile;
  int64_t time;  // estimated, for four input channels of one tap
};
std::string NameOf(const ShiftedTile& plan) { return "tile " + std::to_string(plan.tile); }

// Returns the tiles, the best estimate first.
std::vector<ShiftedTile> TilesFor(const Lowering& lowering, const QuantizedProblem& problem) {
  const gpu::DeviceLimits& limits = lowering.limits();
  const Phases phases = PhasesOf(problem, lowering.output_dims());
  std::vector<ShiftedTile> tiles;
  for (const uint32_t tile : kTiles) {
    if (tile > limits.profile.max_tile) continue;
    const uint32_t invocations = TotalOf(problem, phases, tile);
    tiles.push_back(
        {tile, std::max<int64_t>(GroupsFor(invocations, kInvocations), limits.profile.parallel_workgroups) *
                   Work(tile)});
  }
  std::ranges::stable_sort(tiles, {}, &ShiftedTile::time);
  return tiles;
}

std::vector<Configuration> ConfigurationsFor(const Lowering& lowering, const QuantizedProblem& problem) {
  return ScaledTo(kShiftTime * FlopsOf(lowering.view()), ConfigurationsOf(TilesFor(lowering, problem)));
}

Status Fits(const Lowering& /*lowering*/, const QuantizedProblem& /*problem*/) { return {}; }

shaders::QuantizedConv2d::Push PushOf(const Lowering& lowering, const QuantizedProblem& problem,
                                      const Phases& phases, uint32_t tile) {
  const ConvWindow& window = problem.window;
  const QuantizedLayout& layout = problem.layout;
  const NodeView& view = lowering.view();
  const ir::Shape& output = lowering.output_dims();
  const auto u32 = [](int64_t value) { return static_cast<uint32_t>(value); };
  const QuantizationConstants constants = QuantizationConstantsOf(lowering, problem);
  shaders::QuantizedConv2d::Push push = {
      .by_blocks = gpu::Divisor(layout.AllBlocks()),
      .by_group_blocks = gpu::Divisor(layout.Blocks()),
      .by_phase_w = gpu::Divisor(phases.width),
      .by_phase_h = gpu::Divisor(phases.height),
      .total = TotalOf(problem, phases, tile),
      .pixels = u32(phases.pixels),
      .phase_w = phases.width,
      .phase_h = phases.height,
      .output_w = u32(output[2]),
      .output_h = u32(output[1]),
      .input_h = problem.input[1],
      .input_w = problem.input[2],
      .quads = layout.Quads(),
      .group_inputs = u32(layout.depth_multiplier > 0 ? problem.input[3] : layout.inputs),
      .group_blocks = layout.Blocks(),
      .blocks = layout.AllBlocks(),
      .last_word = LastWordOf(lowering, problem),
      .pad_top = window.pad_top,
      .pad_left = window.pad_left,
      .zeros = constants.zeros,
      .filter_zero_point = ZeroPointOfFilter(view.input(problem.at.filter)),
      .output_zero_point = constants.output_zero_point,
      .least = constants.least,
      .most = constants.most};
  SetStrides(SourceStrides(lowering, problem), push);
  return push;
}

// True if a word of quantized values begins wherever the shader loads one.
bool LoadsWholeWords(const Lowering& lowering, const QuantizedProblem& problem) {
  const int step = problem.layout.depth_multiplier > 0 ? problem.input[3] : problem.layout.inputs;
  return step % 4 == 0 && SourceStrides(lowering, problem).AreWhole(4);
}

void Emit(Lowering& lowering, const QuantizedProblem& problem, size_t configuration) {
  const ConvWindow& window = problem.window;
  const QuantizedLayout& layout = problem.layout;
  const Phases phases = PhasesOf(problem, lowering.output_dims());
  const uint32_t tile = TilesFor(lowering, problem)[configuration].tile;
  const auto push = PushOf(lowering, problem, phases, tile);
  shaders::QuantizedConv2d::Spec spec = {
      .kLocalSizeX = kInvocations,
      .kTile = tile,
      .kKind = KindOf(lowering.view().output()),
      .kMayMiss = problem.transposed || !window.StaysInside(problem.input, lowering.output_dims()),
      .kMultiplier = static_cast<uint32_t>(layout.depth_multiplier),
      .kBytes = static_cast<uint32_t>(ir::ByteSize(lowering.view().output().type)),
      .kWideSums = problem.wide_sums,
      .kTransposed = problem.transposed,
      .kWeightBits = static_cast<uint32_t>(WeightBits(lowering.view().input(problem.at.filter))),
      .kSourceAligned = LoadsWholeWords(lowering, problem)};
  SetWindow(window, spec);
  const shaders::QuantizedConv2d::Bindings bindings = {
      .source = lowering.Input(problem.at.image),
      .weights = AddQuantizedFilter(lowering, problem.at, layout),
      .channels = AddQuantizedChannels(lowering, problem.at, layout, problem.sums()),
      .result = problem.result};
  lowering.EmitPart<shaders::QuantizedConv2d>(spec, push, bindings,
                                              FlatGroups(push.total, kInvocations, lowering.limits()));
}

}  // namespace

const QuantizedConvAlgorithm kQuantizedConvShifting = {
    .name = "shifting", .fits = Fits, .configurations = ConfigurationsFor, .emit = Emit, .is_fallback = true};

}  // namespace litevk
