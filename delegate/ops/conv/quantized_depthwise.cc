#include "delegate/ops/conv/quantized_depthwise.h"

#include <bit>
#include <utility>

#include "delegate/ops/conv/byte_windows.h"
#include "delegate/ops/conv/quantized_sums.h"
#include "shaders/conv/quantized_tile_depthwise.h"

namespace litevk {
namespace {

using Shader = shaders::QuantizedTileDepthwise;

// Returns the form of sums. Sums of few taps begin with the bits of a float
// (shaders/conv/quantized_tile_depthwise.comp).
SumForm SumsOf(const QuantizedProblem& problem) {
  constexpr int kMostTapsOfSmallSums = 255;
  SumForm sums = problem.sums();
  if (problem.layout.taps <= kMostTapsOfSmallSums) sums.begin = std::bit_cast<int32_t>(12582912.0F);
  return sums;
}

Shader::Push PushOf(const Lowering& lowering, const QuantizedProblem& problem, const WindowTilePlan& plan) {
  const QuantizedNumbers numbers = NumbersOf(lowering, problem);
  Shader::Push push = {.zeros = numbers.zeros,
                       .output_zero_point = numbers.output_zero_point,
                       .least = numbers.least,
                       .most = numbers.most};
  SetByteWindows(plan, problem.window, problem.input, SourceStrides(lowering, problem).In(4),
                 LastWordOf(lowering, problem) * 4 + 3, lowering.output_dims(), push);
  return push;
}

void EmitTiles(Lowering& lowering, const QuantizedProblem& problem, const WindowTilePlan& plan,
               gpu::TensorId result) {
  const QuantizedLayout& layout = problem.layout;
  SumScaling scaling = ScalingOf(lowering, problem);
  Shader::Spec spec = {.kLocalSizeX = plan.lanes,
                       .kLocalSizeY = plan.per_group,
                       .kTileW = plan.width,
                       .kTileH = plan.height,
                       .kMayMiss = !problem.window.StaysInside(problem.input, lowering.output_dims()),
                       .kStoresFour = layout.Blocks() % 4 == 0,
                       .kRescaling = static_cast<uint32_t>(scaling.rescaling)};
  SetWindow(problem.window, spec);
  Shader::Push push = PushOf(lowering, problem, plan);
  SetResultRows(ResultRowsOf(lowering, problem), spec, push);
  const Shader::Bindings bindings = {
      .source = lowering.Input(kConvInput),
      .weights = AddQuantizedFilter(lowering, problem.at, layout),
      .channels =
          AddQuantizedChannels(lowering, problem.at, layout, SumsOf(problem), std::move(scaling.folded)),
      .result = result};
  lowering.EmitPart<Shader>(spec, push, bindings, plan.workgroups, lowering.VariantWhen(/*aligned=*/true));
}

bool Fits(const Lowering& lowering, const QuantizedProblem& problem) {
  const QuantizedLayout& layout = problem.layout;
  return layout.multiplier == 1 && layout.outputs % 4 == 0 && SourceStrides(lowering, problem).AreWhole(4) &&
         static_cast<uint32_t>(layout.taps) <= kExactProducts &&
         WindowTilesFit(layout.outputs, lowering.limits());
}

}  // namespace

std::vector<QuantizedWay> QuantizedDepthwiseWays(const Lowering& lowering, const QuantizedProblem& problem) {
  std::vector<QuantizedWay> ways;
  if (!Fits(lowering, problem)) return ways;
  const auto plans =
      WindowTileCandidates(lowering.output_dims(), problem.window, /*has_weights=*/true, lowering.limits());
  for (const WindowTilePlan& plan : plans) {
    ways.push_back(
        {"floats " + NameOf(plan), [plan](Lowering& to, const QuantizedProblem& what, gpu::TensorId result) {
           EmitTiles(to, what, plan, result);
         }});
  }
  return ways;
}

}  // namespace litevk
