#include "delegate/ops/conv/quantized_conv.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <utility>
#include <vector>

#include "delegate/ops/conv/quantized_depthwise.h"
#include "delegate/ops/conv/quantized_tile.h"
#include "delegate/ops/move/strided.h"
#include "shaders/quantized_conv_2d.h"

namespace litevk {
namespace {

// Times of a multiply-add of int8 beside one of floats, with instructions for packed numbers, on drivers that
// run on the CPU, and where sums of floats stand for integers.
constexpr double kDotProductTime = 0.5;
constexpr double kCpuTime = 1.2;
constexpr double kFloatTime = 1.8;

// Pixels of a tile; the largest is kMaxTile of the shader.
constexpr std::array<uint32_t, 4> kTiles = {8, 4, 2, 1};

// In vector operations, for four input channels of a tap: weights are loaded and unpacked once, pixels each.
int64_t Work(uint32_t tile) { return 24 + int64_t{tile} * 24; }

// The tiles of the shader that shifts and masks, the best estimate first.
std::vector<uint32_t> TilesOf(const Lowering& lowering, const QuantizedProblem& problem) {
  const QuantizedLayout& layout = problem.layout;
  const int64_t pixels = lowering.output_dims().Rows();
  const gpu::DeviceLimits& limits = lowering.limits();
  std::vector<uint32_t> tiles;
  std::ranges::copy_if(kTiles, std::back_inserter(tiles),
                       [&](uint32_t tile) { return tile <= limits.profile.max_tile; });
  const auto time = [&](uint32_t tile) {
    const int64_t invocations = int64_t{GroupsFor(pixels, tile)} * layout.AllBlocks();
    return std::max<int64_t>(GroupsFor(invocations, kInvocations), limits.profile.parallel_workgroups) *
           Work(tile);
  };
  std::ranges::stable_sort(tiles, {}, time);
  return tiles;
}

shaders::QuantizedConv2d::Push PushOf(const Lowering& lowering, const QuantizedProblem& problem,
                                      uint32_t tile) {
  const ir::Shape& input = problem.input;
  const ConvWindow& window = problem.window;
  const QuantizedLayout& layout = problem.layout;
  const ir::Shape& output = lowering.output_dims();
  const auto u32 = [](int64_t value) { return static_cast<uint32_t>(value); };
  const QuantizedNumbers numbers = NumbersOf(lowering, problem);
  return {.by_blocks = gpu::Divisor(layout.AllBlocks()),
          .by_group_blocks = gpu::Divisor(layout.Blocks()),
          .by_output_w = gpu::Divisor(u32(output[2])),
          .by_output_h = gpu::Divisor(u32(output[1])),
          .total = GroupsFor(output.Rows(), tile) * layout.AllBlocks(),
          .pixels = u32(output.Rows()),
          .output_w = u32(output[2]),
          .output_h = u32(output[1]),
          .input_h = input[1],
          .input_w = input[2],
          .input_c = u32(input[3]),
          .quads = layout.Quads(),
          .group_inputs = u32(layout.inputs),
          .group_blocks = layout.Blocks(),
          .blocks = layout.AllBlocks(),
          .last_word = u32((input.NumElements() - 1) / 4),
          .pad_top = window.pad_top,
          .pad_left = window.pad_left,
          .zeros = numbers.zeros,
          .output_zero_point = numbers.output_zero_point,
          .least = numbers.least,
          .most = numbers.most};
}

// Whether a word of four numbers begins where the shader loads one.
bool LoadsWholeWords(const QuantizedProblem& problem) {
  const int step = problem.layout.multiplier > 0 ? problem.input[3] : problem.layout.inputs;
  return step % 4 == 0;
}

void EmitShifts(Lowering& lowering, const QuantizedProblem& problem, uint32_t tile, gpu::TensorId result) {
  const ConvWindow& window = problem.window;
  const QuantizedLayout& layout = problem.layout;
  const auto push = PushOf(lowering, problem, tile);
  shaders::QuantizedConv2d::Spec spec = {
      .kLocalSizeX = kInvocations,
      .kTile = tile,
      .kSourceAligned = LoadsWholeWords(problem),
      .kMayMiss = !window.StaysInside(problem.input, lowering.output_dims()),
      .kMultiplier = static_cast<uint32_t>(layout.multiplier)};
  SetWindow(window, spec);
  lowering.EmitPart<shaders::QuantizedConv2d>(spec, push,
                                              {.source = lowering.Input(kConvInput),
                                               .weights = AddQuantizedFilter(lowering, layout),
                                               .channels = AddQuantizedChannels(lowering, layout),
                                               .result = result},
                                              FlatGroups(push.total, kInvocations, lowering.limits()));
}

// Ways of the shader that shifts and masks.
std::vector<QuantizedWay> ShiftingWays(const Lowering& lowering, const QuantizedProblem& problem) {
  std::vector<QuantizedWay> ways;
  for (const uint32_t tile : TilesOf(lowering, problem)) {
    ways.push_back({"tile " + std::to_string(tile),
                    [tile](Lowering& to, const QuantizedProblem& what, gpu::TensorId result) {
                      EmitShifts(to, what, tile, result);
                    }});
  }
  return ways;
}

// In the way that a tuner has found to be the fastest, or the first.
void EmitBlocks(Lowering& lowering, const QuantizedProblem& problem, gpu::TensorId result) {
  const QuantizedLayout& layout = problem.layout;
  std::vector<QuantizedWay> ways = layout.multiplier > 0 ? QuantizedDepthwiseWays(lowering, problem)
                                                         : QuantizedTileWays(lowering, problem);
  std::ranges::move(ShiftingWays(lowering, problem), std::back_inserter(ways));
  std::vector<std::string> names;
  names.reserve(ways.size());
  for (const QuantizedWay& way : ways) names.push_back(way.name);
  const std::string groups = layout.multiplier > 0 ? "depthwise" : "groups " + std::to_string(layout.groups);
  const size_t chosen = lowering.Choose(ToString(problem.window) + " " + groups + " int8", std::move(names));
  ways[chosen].emit(lowering, problem, result);
}

}  // namespace

double IntegerTime(const gpu::DeviceLimits& limits) {
  if (limits.dot_product == gpu::PackedDotProduct::kAccelerated) return kDotProductTime;
  return limits.runs_on_cpu ? kCpuTime : kFloatTime;
}

double FlopsOfIntegers(const NodeView& view) {
  return IntegerTime(view.limits()) * FindOpInfo(view.node())->cost(view).flops;
}

bool QuantizedConvFits(const NodeView& view, const QuantizedLayout& layout) {
  const ir::Shape& output = view.output().dims;
  // Where dims are unknown, the verdict on the plan's own dims decides.
  const uint64_t blocks = layout.BlockedBytes(output.has_unknown() ? 0 : output.Rows());
  return std::max({layout.WeightBytes(), gpu::BytesOf(layout.ChannelWords(), gpu::Storage::kBits32),
                   blocks}) <= view.limits().max_storage_buffer_range_bytes;
}

void EmitQuantizedConv(Lowering& lowering, const QuantizedProblem& problem) {
  const QuantizedLayout& layout = problem.layout;
  if (layout.outputs % 4 == 0) {
    EmitBlocks(lowering, problem, lowering.Output());
    return;
  }
  const int64_t pixels = lowering.output_dims().Rows();
  const gpu::TensorId blocks =
      lowering.AddScratch("channel blocks", layout.BlockedBytes(pixels), gpu::Storage::kBits8);
  EmitBlocks(lowering, problem, blocks);
  const int64_t group_stride = int64_t{layout.Blocks()} * 4;
  EmitCopy(lowering, blocks,
           {.source = {
                {pixels, group_stride * layout.groups}, {layout.groups, group_stride}, {layout.outputs, 1}}});
}

}  // namespace litevk
