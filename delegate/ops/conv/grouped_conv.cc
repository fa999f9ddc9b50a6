#include "delegate/ops/conv/grouped_conv.h"

#include <algorithm>
#include <array>
#include <string>

#include "delegate/ops/conv/filter_fits.h"
#include "delegate/ops/conv/gemv.h"
#include "delegate/ops/conv/window_tile.h"
#include "shaders/conv/grouped_conv_2d.h"

namespace litevk {
namespace {

// Candidate widths of a tile, in pixels of a row. At most kMaxTile of window_tile.glsl.
constexpr std::array<uint32_t, 4> kCandidates = {8, 4, 2, 1};
// Vectors of inputs that an invocation may hold at once: each takes four registers.
constexpr int kMostHeld = 16;
// kManyQuads of the shader, which loops over a group's vectors of inputs if there are at least so many.
constexpr int kManyQuads = 3;

// Layout of the inputs of a block of four outputs, for the shader.
struct Source {
  bool vectors = false;  // with loads of whole vectors
  bool halves = false;   // groups are two inputs and two outputs
  uint32_t groups = 1;   // groups whose outputs are in one block
};

Source SourceOf(const ConvProblem& problem) {
  const FilterLayout& layout = problem.layout;
  const bool is_whole = layout.groups * layout.inputs % 4 == 0 && problem.strides.AreWhole(4);
  Source source;
  source.vectors = is_whole && (layout.inputs % 4 == 0 || layout.inputs == 2);
  source.halves = source.vectors && layout.inputs == 2 && layout.outputs == 2;
  source.groups = layout.groups == 1 || layout.outputs % 4 == 0 ? 1 : layout.outputs == 1 ? 4 : 2;
  return source;
}

// Number of vectors that an invocation holds for a pixel, each of four inputs of a group.
int HeldOfPixel(const Source& source) { return source.halves ? 1 : static_cast<int>(source.groups); }

// Number of input pixels that the taps of a row of the filter reach from a tile, holes of the dilation
// included.
int ColumnsOf(uint32_t tile, const ConvWindow& window) {
  return (static_cast<int>(tile) - 1) * window.stride_w + (window.filter_w - 1) * window.dilation_w + 1;
}

// True if all taps of a row of the filter are taken at once, so that a pixel is loaded once for all of them.
// With few inputs, which are unrolled, the lavapipe driver takes one tap at a time. It pays for each turn of
// a loop and for each value that the CPU's 16 registers cannot hold.
bool TakesWholeRows(uint32_t tile, const ConvProblem& problem, const gpu::DeviceLimits& limits) {
  const int quads = problem.layout.inputs / 4;
  if (limits.profile.prefers_texel_loads && quads > 0 && quads < kManyQuads) return false;
  return ColumnsOf(tile, problem.window) * HeldOfPixel(SourceOf(problem)) <= kMostHeld;
}

// Returns the work of one invocation, in operations on vectors of four; a load takes about as long as one.
int64_t Work(uint32_t tile, const ConvProblem& problem, const gpu::DeviceLimits& limits) {
  const ConvWindow& window = problem.window;
  const FilterLayout& layout = problem.layout;
  const Source source = SourceOf(problem);
  const bool whole = TakesWholeRows(tile, problem, limits);
  const int64_t pixels = whole ? ColumnsOf(tile, window) : int64_t{window.filter_w} * tile;
  const int64_t loads = source.vectors ? GroupsFor(layout.inputs, 4) : layout.inputs;
  const int64_t taps = int64_t{window.filter_h} * window.filter_w;
  return window.filter_h * pixels * loads * HeldOfPixel(source) + taps * layout.inputs * (1 + int64_t{tile});
}

std::vector<WindowTilePlan> PlansFor(const Lowering& lowering, const ConvProblem& problem) {
  const ir::Shape& output = problem.output;
  const gpu::DeviceLimits& limits = lowering.limits();
  const uint32_t cpu_lanes = std::min(LanesFor(GroupsFor(output[3], 4)), kSharers);
  std::vector<WindowTilePlan> plans;
  for (const uint32_t tile : kCandidates) {
    if (tile > limits.profile.max_tile) continue;
    WindowTilePlan plan = {.width = tile};
    SpreadTiles(plan, output, cpu_lanes, Work(tile, problem, limits), limits);
    plans.push_back(plan);
  }
  std::ranges::stable_sort(plans, {}, &WindowTilePlan::time);
  return plans;
}

// Number of the output's channels if fewer than four are stored as whole vectors, else 0.
uint32_t PackedChannels(const ir::Shape& output, const WindowTilePlan& plan) {
  const bool is_packed = output[3] < 4 && output[2] % 4 == 0 && plan.width % 4 == 0;
  return is_packed ? static_cast<uint32_t>(output[3]) : 0;
}

void EmitTiles(Lowering& lowering, const ConvProblem& problem, const WindowTilePlan& plan) {
  const ir::Shape& input = problem.input;
  const ir::Shape& output = problem.output;
  const ConvWindow& window = problem.window;
  const FilterLayout& layout = problem.layout;
  const ConvWeights weights = AddWeightsOf(lowering, problem);
  const Source source = SourceOf(problem);
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
  const gpu::Variant variant = lowering.MatmulVariant(source.vectors, output[3]);
  shaders::GroupedConv2d::Push push = {.by_outputs = gpu::Divisor(u32(layout.outputs)),
                                       .input_h = input[1],
                                       .input_w = input[2],
                                       .inputs = u32(layout.inputs),
                                       .output_h = u32(output[1]),
                                       .output_w = u32(output[2]),
                                       .output_c = u32(output[3]),
                                       .blocks = GroupsFor(output[3], 4),
                                       .pad_top = window.pad_top,
                                       .pad_left = window.pad_left};
  SetTiles(plan, push);
  SetStrides(problem.strides, push);
  shaders::GroupedConv2d::Spec spec = {
      .kLocalSizeX = plan.lanes * plan.per_group,
      .kTileW = plan.width,
      .kTileH = plan.height,
      .kAligned = output[3] % 4 == 0,
      .kMayMiss = !window.StaysInside(input, output),
      .kWholeRows = TakesWholeRows(plan.width, problem, lowering.limits()),
      .kInputTail = u32(layout.inputs % 4),
      .kQuads = u32(std::min(layout.inputs / 4, kManyQuads)),
      .kVectors = source.vectors,
      .kGroups = source.groups,
      .kHalves = source.halves,
      .kPaired = StoresInPairs(variant, output[3], plan.width),
      .kPacked = lowering.fused().result_rows.exists() ? 0 : PackedChannels(output, plan),
      .kLanes = plan.lanes};
  SetWindow(window, spec);
  lowering.Emit<shaders::GroupedConv2d>(spec, push, ConvBindings<shaders::GroupedConv2d>(lowering, weights),
                                        plan.workgroups, ActivationSteps(problem.activation), variant);
}

Status Fits(const Lowering& lowering, const ConvProblem& problem) {
  LITEVK_RETURN_IF_ERROR(StoresNoFloat16(lowering));
  const bool is_grouped =
      problem.is_depthwise || (!IsGemv(problem) && TakesGrouped(problem.layout, lowering.limits()));
  if (!is_grouped) return Unfit("enough outputs read the same inputs");
  if (kConvDepthwise.fits(lowering, problem).ok()) return Unfit("the convolution is depthwise");
  return {};
}

}  // namespace

ConvWeights AddWeightsOf(Lowering& lowering, const ConvProblem& problem) {
  const FilterLayout& layout = problem.layout;
  return problem.is_depthwise ? AddDepthwiseWeights(lowering, layout.taps, layout.groups * layout.outputs)
                              : AddGroupedWeights(lowering, layout);
}

const ConvAlgorithm kConvGrouped = AlgorithmOfPlans<ConvProblem, PlansFor, EmitTiles>("grouped", Fits);

}  // namespace litevk
