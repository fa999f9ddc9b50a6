// The direct sum: an invocation computes a tile of pixels for a block of output channels (conv_2d.comp,
// docs/design/tiles.md).
#include <algorithm>

#include "delegate/ops/conv/conv_algorithms.h"
#include "delegate/ops/conv/filter_fits.h"
#include "delegate/ops/conv/gemv.h"
#include "shaders/conv/conv_2d.h"

namespace litevk {
namespace {

// Value of kMissLeft and kMissRight if no pixel is known to stay inside of its row.
constexpr uint32_t kAnyColumn = 1U << 30;

// Columns of padding that a row's first and last output pixel read.
struct MissedColumns {
  uint32_t left = 0;
  uint32_t right = 0;
};
MissedColumns MissedBy(const ConvWindow& window, int input_w, int output_w) {
  const int last = (output_w - 1) * window.stride_w + (window.filter_w - 1) * window.dilation_w;
  return {static_cast<uint32_t>(std::max(window.pad_left, 0)),
          static_cast<uint32_t>(std::max(last - window.pad_left - (input_w - 1), 0))};
}

// Largest tile whose pixels leave room in vector registers for those of another turn of the loop.
constexpr uint32_t kSmallTile = 4;

// Number of blocks of input channels in a turn of the loop. Two if sums, or pixels in scalar registers, leave
// room for the loads of both. One where lanes share pixels: two were no faster there, and compile longer.
uint32_t StepOf(const FilterLayout& layout, const TilePlan& plan, bool shared) {
  const bool has_room = layout.taps == 1 && (layout.lanes == kInvocations || plan.tile <= kSmallTile);
  return !shared && has_room && layout.inputs / 4 % 2 == 0 ? 2 : 1;
}

// Returns the plans for a tile per output pixel row, or over all pixels if lanes share them.
std::vector<TilePlan> TilesOf(const FilterLayout& layout, const ir::Shape& output,
                              const gpu::Variant& variant, const gpu::DeviceLimits& limits) {
  const int rows = output[0] * output[1];
  if (variant.reads_texels()) return ConvTileCandidates(layout, 1, rows * output[2], variant, limits);
  return ConvTileCandidates(layout, rows, output[2], variant, limits, kMaxSlices);
}

// Returns the problem's layout with the lanes of a panel.
FilterLayout LayoutOf(const Lowering& lowering, const ConvProblem& problem) {
  FilterLayout layout = problem.layout;
  layout.lanes = LanesOn(layout.Blocks(), lowering.limits());
  return layout;
}

// Returns the shader's variant. The module that reads buffers converts whole vectors of float16; no other
// module converts.
gpu::Variant VariantOf(const Lowering& lowering, const ConvProblem& problem) {
  const int outputs = problem.layout.outputs;
  if (!HasFloat16(lowering)) return lowering.MatmulVariant(problem.has_whole_inputs(), outputs);
  const bool is_whole = problem.has_whole_inputs() && outputs % 4 == 0;
  return {.tail = is_whole ? gpu::Tail::kNone : gpu::Tail::kBoth, .precision = gpu::Precision::kFloat16};
}

std::vector<TilePlan> PlansFor(const Lowering& lowering, const ConvProblem& problem) {
  const FilterLayout layout = LayoutOf(lowering, problem);
  return TilesOf(layout, problem.output, VariantOf(lowering, problem), lowering.limits());
}

using Shader = shaders::Conv2d;

Shader::Spec SpecOf(const Lowering& lowering, const ConvProblem& problem, const TilePlan& plan,
                    const gpu::Variant& variant) {
  const ir::Shape& input = problem.input;
  const ir::Shape& output = problem.output;
  const ConvWindow& window = problem.window;
  const FilterLayout layout = LayoutOf(lowering, problem);
  const bool shared = variant.reads_texels();
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
  const bool fills_rows = !shared && u32(output[2]) % plan.tile == 0;
  // If tiles reach beyond their row, any of their pixels may be the last one.
  const MissedColumns missed = fills_rows ? MissedBy(window, input[2], output[2])
                                          : MissedColumns{.left = kAnyColumn, .right = kAnyColumn};
  Shader::Spec spec = {.kLocalSizeX = plan.lanes,
                       .kLocalSizeY = plan.height,
                       .kLocalSizeZ = plan.slices,
                       .kTile = plan.tile,
                       .kInputTail = u32(layout.inputs % 4),
                       .kMayMiss = !window.StaysInside(input, output),
                       .kAligned = layout.outputs % 4 == 0,
                       .kStep = StepOf(layout, plan, shared),
                       .kPointwise = IsPointwise(input, output, window) && output[0] * output[1] == 1,
                       .kFillsRows = fills_rows,
                       .kMissLeft = missed.left,
                       .kMissRight = missed.right,
                       .kUniformSlices = SlicesAreUniform(plan, lowering.limits()),
                       .kHasBlocks = layout.inputs >= 4,
                       .kPaired = StoresInPairs(variant, layout.outputs, plan.tile),
                       .kSourceFloat16 = lowering.InputStorage(kConvInput) == gpu::Storage::kFloat16,
                       .kResultFloat16 = lowering.OutputStorage() == gpu::Storage::kFloat16,
                       .kSourceAligned = problem.strides.AreWhole(4)};
  SetWindow(window, spec);
  return spec;
}

Shader::Push PushOf(const ConvProblem& problem, const FilterLayout& layout, const TilePlan& plan) {
  const ir::Shape& input = problem.input;
  const ir::Shape& output = problem.output;
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
  Shader::Push push = {.by_tiles_w = gpu::Divisor(plan.tiles_w),
                       .by_image_h = gpu::Divisor(u32(output[1])),
                       .by_output_w = gpu::Divisor(u32(output[2])),
                       .input_h = input[1],
                       .input_w = input[2],
                       .inputs = u32(layout.inputs),
                       .output_h = u32(output[0] * output[1]),
                       .output_w = u32(output[2]),
                       .output_c = u32(output[3]),
                       .outputs = u32(layout.outputs),
                       .panels = layout.Panels(),
                       .image_h = u32(output[1]),
                       .tiles_w = plan.tiles_w,
                       .pad_top = problem.window.pad_top,
                       .pad_left = problem.window.pad_left};
  SetStrides(problem.strides, push);
  return push;
}

void EmitTiles(Lowering& lowering, const ConvProblem& problem, const TilePlan& plan) {
  const FilterLayout layout = LayoutOf(lowering, problem);
  const gpu::Variant variant = VariantOf(lowering, problem);
  const ConvWeights weights = AddConvWeights(lowering, kConvFilter, kConvBias, layout);
  lowering.Emit<Shader>(SpecOf(lowering, problem, plan, variant), PushOf(problem, layout, plan),
                        ConvBindings<Shader>(lowering, weights), plan.workgroups,
                        ActivationSteps(problem.activation), variant);
}

Status Fits(const Lowering& lowering, const ConvProblem& problem) {
  if (HasFloat16(lowering)) return {};
  if (IsGemv(problem)) return Unfit("few rows are multiplied with a matrix");
  if (TakesGrouped(problem.layout, lowering.limits())) {
    return Unfit("few outputs read the same inputs");
  }
  return {};
}

}  // namespace

const ConvAlgorithm kConvTiled = AlgorithmOfPlans<ConvProblem, PlansFor, EmitTiles>("tiled", Fits);

}  // namespace litevk
