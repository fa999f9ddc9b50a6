#include <bit>
#include <utility>
#include <vector>

#include "delegate/ops/conv/int8_windows.h"
#include "delegate/ops/conv/quantized_algorithms.h"
#include "delegate/ops/conv/quantized_sums.h"
#include "shaders/conv/int8_tile_depthwise_conv_2d.h"

namespace litevk {
namespace {

using Shader = shaders::Int8TileDepthwiseConv2d;

// Returns the form of sums. Sums of few taps begin with the bits of a float
// (shaders/conv/int8_tile_depthwise_conv_2d.comp).
SumForm SumsOf(const QuantizedProblem& problem) {
  constexpr int kMostTapsOfSmallSums = 255;
  SumForm sums = problem.sums();
  if (problem.layout.taps <= kMostTapsOfSmallSums) sums.begin = std::bit_cast<int32_t>(12582912.0F);
  return sums;
}

Shader::Push PushOf(const Lowering& lowering, const QuantizedProblem& problem, const WindowTilePlan& plan) {
  const QuantizationConstants constants = QuantizationConstantsOf(lowering, problem);
  Shader::Push push = {.zeros = constants.zeros,
                       .output_zero_point = constants.output_zero_point,
                       .least = constants.least,
                       .most = constants.most};
  SetInt8Windows(plan, problem.window, problem.input, SourceStrides(lowering, problem).In(4),
                 LastWordOf(lowering, problem) * 4 + 3, lowering.output_dims(), push);
  return push;
}

std::vector<WindowTilePlan> PlansFor(const Lowering& lowering, const QuantizedProblem& problem) {
  return WindowTileCandidates(lowering.output_dims(), problem.window, /*has_weights=*/true,
                              lowering.limits());
}

std::vector<Configuration> ConfigurationsFor(const Lowering& lowering, const QuantizedProblem& problem) {
  std::vector<Configuration> configurations = ConfigurationsOf(PlansFor(lowering, problem));
  for (Configuration& configuration : configurations) configuration.name.insert(0, "floats ");
  return ScaledTo(IntegerTime(lowering.limits()) * FlopsOf(lowering.view()), std::move(configurations));
}

void Emit(Lowering& lowering, const QuantizedProblem& problem, size_t configuration) {
  const WindowTilePlan plan = PlansFor(lowering, problem)[configuration];
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
      .result = problem.result};
  lowering.EmitPart<Shader>(spec, push, bindings, plan.workgroups, lowering.VariantWhen(/*aligned=*/true));
}

Status Fits(const Lowering& lowering, const QuantizedProblem& problem) {
  LITEVK_RETURN_IF_ERROR(IsPlainInt8(lowering, problem));
  const QuantizedLayout& layout = problem.layout;
  if (layout.depth_multiplier != 1) return Unfit("the convolution has not one output for each input");
  if (layout.outputs % 4 != 0 || !SourceStrides(lowering, problem).AreWhole(4)) {
    return Unfit("the channels are no whole words");
  }
  if (static_cast<uint32_t>(layout.taps) > kExactProducts) {
    return Unfit("a float does not hold the sums of all taps exactly");
  }
  if (!WindowTilesFit(layout.outputs, lowering.limits())) {
    return Unfit("the channels exceed the device's workgroups");
  }
  return {};
}

}  // namespace

const QuantizedConvAlgorithm kInt8ConvDepthwise = {
    .name = "depthwise", .fits = Fits, .configurations = ConfigurationsFor, .emit = Emit};

}  // namespace litevk
