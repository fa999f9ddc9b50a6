// Convolutions whose groups have one input and one output channel. depthwise_conv_2d.comp shares pixels also
// between the rows of a tile.
#include "delegate/ops/conv/conv_algorithms.h"
#include "delegate/ops/conv/grouped_conv.h"
#include "delegate/ops/conv/window_tile.h"
#include "shaders/conv/depthwise_conv_2d.h"

namespace litevk {
namespace {

void EmitTiles(Lowering& lowering, const ConvProblem& problem, const WindowTilePlan& plan) {
  const ir::Shape& input = problem.input;
  const ir::Shape& output = problem.output;
  const ConvWindow& window = problem.window;
  const ConvWeights weights = AddWeightsOf(lowering, problem);
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
  const bool is_whole = problem.strides.AreWhole(4);
  const gpu::Variant variant = lowering.VariantWhen(output[3] % 4 == 0 && is_whole);
  shaders::DepthwiseConv2d::Push push = {.input_h = input[1],
                                         .input_w = input[2],
                                         .output_h = u32(output[1]),
                                         .output_w = u32(output[2]),
                                         .channels = u32(output[3]),
                                         .blocks = GroupsFor(output[3], 4),
                                         .pad_top = window.pad_top,
                                         .pad_left = window.pad_left};
  SetTiles(plan, push);
  SetStrides(problem.strides, push);
  shaders::DepthwiseConv2d::Spec spec = {
      .kLocalSizeX = plan.lanes,
      .kLocalSizeY = plan.per_group,
      .kTileW = plan.width,
      .kTileH = plan.height,
      .kAligned = output[3] % 4 == 0,
      .kMayMiss = !window.StaysInside(input, output),
      .kPaired = StoresInPairs(variant, output[3], plan.width * plan.height),
      .kSourceAligned = is_whole};
  SetWindow(window, spec);
  lowering.Emit<shaders::DepthwiseConv2d>(spec, push,
                                          ConvBindings<shaders::DepthwiseConv2d>(lowering, weights),
                                          plan.workgroups, ActivationSteps(problem.activation), variant);
}

std::vector<WindowTilePlan> PlansFor(const Lowering& lowering, const ConvProblem& problem) {
  return WindowTileCandidates(problem.output, problem.window, /*has_weights=*/true, lowering.limits());
}

// Returns ok for depthwise problems. If the channels are no whole vectors, devices that prefer texel loads
// run faster with another shader.
Status Fits(const Lowering& lowering, const ConvProblem& problem) {
  LITEVK_RETURN_IF_ERROR(StoresNoFloat16(lowering));
  const FilterLayout& layout = problem.layout;
  if (layout.groups == 1 || layout.inputs > 1 || layout.outputs > 1) {
    return Unfit("the groups are not of one input and one output");
  }
  if (layout.groups % 4 != 0 && lowering.limits().profile.prefers_texel_loads) {
    return Unfit("the channels are no whole vectors of four texels");
  }
  return {};
}

}  // namespace

const ConvAlgorithm kConvDepthwise = AlgorithmOfPlans<ConvProblem, PlansFor, EmitTiles>("depthwise", Fits);

}  // namespace litevk
