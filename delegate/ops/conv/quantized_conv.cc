#include "delegate/ops/conv/quantized_conv.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <vector>

#include "delegate/ops/common/elements.h"
#include "delegate/ops/common/quantized_numbers.h"
#include "delegate/ops/conv/quantized_depthwise.h"
#include "delegate/ops/conv/quantized_tile.h"
#include "delegate/ops/conv/quantized_winograd.h"
#include "delegate/ops/conv/wrapping_winograd.h"
#include "delegate/ops/move/strided.h"
#include "runtime/opset/quantized/weights_zero_point.h"
#include "shaders/conv/quantized_conv_2d.h"

namespace litevk {
namespace {

// Times of an int8 multiply-add relative to a float one: with packed instructions, on drivers that use the
// CPU, and with floats for integer sums.
constexpr double kDotProductTime = 0.5;
constexpr double kCpuTime = 1.2;
constexpr double kFloatTime = 1.8;
// Relative time of a multiply-add by shifts and masks, which all other types take.
constexpr double kShiftTime = 4;

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

std::string NameOf(const QuantizedProblem& problem, const Lowering& lowering) {
  const QuantizedLayout& layout = problem.layout;
  const std::string groups = layout.multiplier > 0 ? "depthwise" : "groups " + std::to_string(layout.groups);
  return ToString(problem.window) + " " + groups + " " + std::string(ir::Name(lowering.view().output().type));
}

// The tiles of the shader that shifts and masks, the best estimate first.
std::vector<uint32_t> TilesOf(const Lowering& lowering, const QuantizedProblem& problem,
                              const Phases& phases) {
  const gpu::DeviceLimits& limits = lowering.limits();
  std::vector<uint32_t> tiles;
  std::ranges::copy_if(kTiles, std::back_inserter(tiles),
                       [&](uint32_t tile) { return tile <= limits.profile.max_tile; });
  const auto time = [&](uint32_t tile) {
    const uint32_t invocations = TotalOf(problem, phases, tile);
    return std::max<int64_t>(GroupsFor(invocations, kInvocations), limits.profile.parallel_workgroups) *
           Work(tile);
  };
  std::ranges::stable_sort(tiles, {}, time);
  return tiles;
}

shaders::QuantizedConv2d::Push PushOf(const Lowering& lowering, const QuantizedProblem& problem,
                                      const Phases& phases, uint32_t tile) {
  const ConvWindow& window = problem.window;
  const QuantizedLayout& layout = problem.layout;
  const NodeView& view = lowering.view();
  const ir::Shape& output = lowering.output_dims();
  const auto u32 = [](int64_t value) { return static_cast<uint32_t>(value); };
  const QuantizedNumbers numbers = NumbersOf(lowering, problem);
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
      .group_inputs = u32(layout.multiplier > 0 ? problem.input[3] : layout.inputs),
      .group_blocks = layout.Blocks(),
      .blocks = layout.AllBlocks(),
      .last_word = LastWordOf(lowering, problem),
      .pad_top = window.pad_top,
      .pad_left = window.pad_left,
      .zeros = numbers.zeros,
      .filter_zero_point = ZeroPointOfFilter(view.input(problem.at.filter)),
      .output_zero_point = numbers.output_zero_point,
      .least = numbers.least,
      .most = numbers.most};
  SetStrides(SourceStrides(lowering, problem), push);
  return push;
}

// True if a word of quantized values begins wherever the shader loads one.
bool LoadsWholeWords(const Lowering& lowering, const QuantizedProblem& problem) {
  const int step = problem.layout.multiplier > 0 ? problem.input[3] : problem.layout.inputs;
  return step % 4 == 0 && SourceStrides(lowering, problem).AreWhole(4);
}

void EmitShifts(Lowering& lowering, const QuantizedProblem& problem, uint32_t tile, gpu::TensorId result) {
  const ConvWindow& window = problem.window;
  const QuantizedLayout& layout = problem.layout;
  const Phases phases = PhasesOf(problem, lowering.output_dims());
  const auto push = PushOf(lowering, problem, phases, tile);
  shaders::QuantizedConv2d::Spec spec = {
      .kLocalSizeX = kInvocations,
      .kTile = tile,
      .kKind = KindOf(lowering.view().output()),
      .kMayMiss = problem.transposed || !window.StaysInside(problem.input, lowering.output_dims()),
      .kMultiplier = static_cast<uint32_t>(layout.multiplier),
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
      .result = result};
  lowering.EmitPart<shaders::QuantizedConv2d>(spec, push, bindings,
                                              FlatGroups(push.total, kInvocations, lowering.limits()));
}

// Returns the variants of the shader that shifts and masks.
std::vector<QuantizedWay> ShiftingWays(const Lowering& lowering, const QuantizedProblem& problem) {
  std::vector<QuantizedWay> ways;
  for (const uint32_t tile : TilesOf(lowering, problem, PhasesOf(problem, lowering.output_dims()))) {
    ways.push_back({"tile " + std::to_string(tile),
                    [tile](Lowering& to, const QuantizedProblem& what, gpu::TensorId result) {
                      EmitShifts(to, what, tile, result);
                    }});
  }
  return ways;
}

// True if image and filter are int8.
bool AreBytes(const NodeView& view, const ConvInputs& at) {
  return view.input(at.image).type == ir::DataType::kInt8 &&
         view.input(at.filter).type == ir::DataType::kInt8;
}

// An algorithm beside tiles: its variants, and its work in multiply-adds of tiles for an input and an output.
struct Algorithm {
  std::vector<QuantizedWay> ways;
  double work;
};

// Adds the variants of Winograd's algorithms. On devices whose lanes share pixels they precede the variants
// that they beat; elsewhere they come last.
void AddWinograd(const Lowering& lowering, const QuantizedProblem& problem, std::vector<QuantizedWay>& ways) {
  const bool may_pay = lowering.limits().profile.prefers_texel_loads;
  double least = double{kSharers} * problem.layout.taps * GroupsFor(lowering.output_dims().Rows(), kSharers);
  for (Algorithm& algorithm : std::array{
           Algorithm{QuantizedWinogradWays(lowering, problem), QuantizedWinogradWork(lowering, problem)},
           Algorithm{WrappingWinogradWays(lowering, problem), WrappingWinogradWork(lowering, problem)}}) {
    if (algorithm.ways.empty()) continue;
    const bool is_best = may_pay && algorithm.work < least;
    if (is_best) least = algorithm.work;
    ways.insert(is_best ? ways.begin() : ways.end(), std::make_move_iterator(algorithm.ways.begin()),
                std::make_move_iterator(algorithm.ways.end()));
  }
}

// Returns the variants of the shaders for tiles of int8.
std::vector<QuantizedWay> TileWays(const Lowering& lowering, const QuantizedProblem& problem) {
  if (problem.transposed || !AreBytes(lowering.view(), problem.at)) return {};
  if (problem.layout.multiplier > 0) return QuantizedDepthwiseWays(lowering, problem);
  std::vector<QuantizedWay> ways = QuantizedTileWays(lowering, problem);
  AddWinograd(lowering, problem, ways);
  return ways;
}

// Emits the variant that a tuner found fastest, or the first one.
void EmitBlocks(Lowering& lowering, const QuantizedProblem& problem, gpu::TensorId result) {
  std::vector<QuantizedWay> ways = TileWays(lowering, problem);
  std::ranges::move(ShiftingWays(lowering, problem), std::back_inserter(ways));
  std::vector<std::string> names;
  names.reserve(ways.size());
  for (const QuantizedWay& way : ways) names.push_back(way.name);
  ways[lowering.Choose(NameOf(problem, lowering), std::move(names))].emit(lowering, problem, result);
}

}  // namespace

double IntegerTime(const gpu::DeviceLimits& limits) {
  if (limits.dot_product == gpu::PackedDotProduct::kAccelerated) return kDotProductTime;
  return limits.runs_on_cpu ? kCpuTime : kFloatTime;
}

double FlopsOfIntegers(const NodeView& view) {
  const bool has_tiles = AreBytes(view, kConvInputs);
  return (has_tiles ? IntegerTime(view.limits()) : kShiftTime) * FindOpInfo(view.node())->cost(view).flops;
}

bool QuantizedConvFits(const NodeView& view, const QuantizedLayout& layout) {
  const ir::Shape& output = view.output().dims;
  // If dims are unknown, the verdict on the plan's own dims decides.
  const uint64_t blocks = layout.BlockedNumbers(output.has_unknown() ? 0 : output.Rows()) *
                          (view.output().type == ir::DataType::kInt16 ? 2 : 1);
  return std::max({layout.Weights(), gpu::BytesOf(layout.ChannelWords(), gpu::Storage::kBits32), blocks}) <=
         view.limits().max_tensor_bytes();
}

void EmitQuantizedConv(Lowering& lowering, const QuantizedProblem& problem) {
  const QuantizedLayout& layout = problem.layout;
  if (layout.outputs % 4 == 0) {
    EmitBlocks(lowering, problem, lowering.Output());
    return;
  }
  const int64_t pixels = lowering.output_dims().Rows();
  const gpu::TensorId blocks =
      lowering.AddScratch("channel blocks", layout.BlockedNumbers(pixels), lowering.OutputStorage());
  EmitBlocks(lowering, problem, blocks);
  const int64_t group_stride = int64_t{layout.Blocks()} * 4;
  EmitCopy(lowering, blocks,
           {.source = {
                {pixels, group_stride * layout.groups}, {layout.groups, group_stride}, {layout.outputs, 1}}});
}

}  // namespace litevk
