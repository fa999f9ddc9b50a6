#include "delegate/ops/conv/gemv.h"

#include <algorithm>
#include <bit>

#include "shaders/matmul/fully_connected.h"

namespace litevk {
namespace {

// Most rows that one fully_connected.comp invocation sums (kMaxTile of conv_tile.glsl).
constexpr int kGemvRows = 8;

void Emit(Lowering& lowering, const ConvProblem& problem, size_t /*configuration*/) {
  FilterLayout layout = problem.layout;
  layout.lanes = std::min(kGemvLanes, std::bit_ceil(layout.Blocks()));
  const int64_t rows = problem.output[2];
  const ConvWeights weights = AddConvWeights(lowering, kConvFilter, kConvBias, layout);
  const auto inputs = static_cast<uint32_t>(layout.inputs);
  const auto outputs = static_cast<uint32_t>(layout.outputs);
  // Number of tiles, as few as the device's largest tile allows; a tile is no larger than that number needs.
  const uint32_t tiles = GroupsFor(rows, lowering.limits().profile.max_tile);
  shaders::FullyConnected::Push push = {
      .inputs = inputs, .outputs = outputs, .rows = static_cast<uint32_t>(rows)};
  SetStrides(problem.strides, push);
  lowering.Emit<shaders::FullyConnected>({.kLocalSizeX = layout.lanes,
                                          .kLocalSizeY = kInvocations / layout.lanes,
                                          .kTile = GroupsFor(rows, tiles),
                                          .kInputTail = inputs % 4,
                                          .kMayMiss = false,
                                          .kAligned = outputs % 4 == 0,
                                          .kHasBlocks = inputs >= 4,
                                          .kSourceAligned = problem.strides.AreWhole(4)},
                                         push, ConvBindings<shaders::FullyConnected>(lowering, weights),
                                         {layout.AllPanels(), tiles, 1}, ActivationSteps(problem.activation),
                                         lowering.MatmulVariant(problem.has_whole_inputs(), layout.outputs));
}

// Returns a single configuration. Each weight is read for one tile of rows, which takes longer than its
// multiply-adds.
std::vector<Configuration> ConfigurationsFor(const Lowering& lowering, const ConvProblem& /*problem*/) {
  return {{.name = "gemv", .time = FlopsOf(lowering.view())}};
}

Status Fits(const Lowering& lowering, const ConvProblem& problem) {
  LITEVK_RETURN_IF_ERROR(StoresNoFloat16(lowering));
  if (!IsGemv(problem)) return Unfit("more than a few rows, several taps or groups");
  return {};
}

}  // namespace

bool IsGemv(const ConvProblem& problem) {
  const ir::Shape& output = problem.output;
  return IsPointwise(problem.input, output, problem.window) && output[0] == 1 && output[1] == 1 &&
         output[2] <= kGemvRows && problem.layout.groups == 1;
}

const ConvAlgorithm kConvGemv = {
    .name = "gemv", .fits = Fits, .configurations = ConfigurationsFor, .emit = Emit};

}  // namespace litevk
