#include "delegate/ops/conv/hybrid_conv.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "delegate/ops/common/algorithm.h"
#include "delegate/ops/common/quantized_numbers.h"
#include "delegate/ops/conv/hybrid_depthwise.h"
#include "delegate/ops/conv/quantized_algorithms.h"
#include "delegate/ops/conv/quantized_tile_pack.h"
#include "delegate/ops/conv/window_tile.h"
#include "shaders/conv/hybrid_conv_2d.h"

namespace litevk {
namespace {

using Shader = shaders::HybridConv2d;

Shader::Spec SpecOf(const Lowering& lowering, const HybridProblem& problem, const ByteTilePlan& plan,
                    const QuantizedLayout& layout) {
  Shader::Spec spec = {.kMayMiss = !problem.window.StaysInside(problem.input, problem.output),
                       .kAligned = layout.outputs % 4 == 0,
                       .kPaired = StoresInPairs(plan.variant, layout.outputs, plan.tiles.tile),
                       .kWeightBits = static_cast<uint32_t>(WeightBits(lowering.view().input(kConvFilter))),
                       .kAsymmetric = problem.is_asymmetric,
                       .kChannelsFirst = problem.channels_first};
  SetByteTile(plan, layout, problem.window, problem.Strides(), spec);
  return spec;
}

}  // namespace

double FlopsOfHybridConv(const NodeView& view) { return IntegerTime(view.limits()) * FlopsOf(view); }

bool HybridTilesFit(const QuantizedLayout& filter, const gpu::DeviceLimits& limits) {
  const QuantizedLayout layout = WithLanes(filter, limits);
  return layout.AllPanels() <= limits.max_workgroup_count[0] &&
         std::max(TileFilterBytes(layout, 8),
                  gpu::BytesOf(HybridChannelWords(layout), gpu::Storage::kBits32)) <=
             limits.max_tensor_bytes();
}

bool HybridConvFits(const NodeView& view, const ConvInputs& at, const QuantizedLayout& layout) {
  const gpu::DeviceLimits& limits = view.limits();
  const ir::Shape& input = view.input(at.image).dims;
  // If dims are unknown, the verdict on the plan's own dims decides.
  const FloatRows images = {.rows = input.has_unknown() ? 0 : input[0],
                            .depth = input.has_unknown() ? 0 : ImageNumbers(input)};
  const bool is_depthwise = layout.multiplier > 0;
  const bool has_constants =
      is_depthwise ? WindowTilesFit(layout.outputs, limits) && layout.Weights() <= limits.max_tensor_bytes()
                   : HybridTilesFit(layout, limits);
  return has_constants && gpu::BytesOf(images.Words(), gpu::Storage::kBits32) <= limits.max_tensor_bytes();
}

std::vector<ByteTilePlan> HybridTilePlans(const Lowering& lowering, const HybridProblem& problem) {
  return ByteTilePlans(lowering.limits(), WithLanes(problem.layout, lowering.limits()),
                       lowering.output_dims().Rows(),
                       lowering.ProductVariant(/*whole_inputs=*/true, problem.layout.outputs),
                       WeightBits(lowering.view().input(kConvFilter)));
}

void EmitHybridTiles(Lowering& lowering, const HybridProblem& problem, const ByteTilePlan& plan) {
  const QuantizedLayout layout = WithLanes(problem.layout, lowering.limits());
  Shader::Push push = {.outputs = static_cast<uint32_t>(layout.outputs),
                       .output_c = static_cast<uint32_t>(problem.output[3]),
                       .headers = static_cast<uint32_t>(problem.Images().FirstHeader())};
  SetByteTile(layout, problem.window, problem.input, problem.Strides(), problem.LastWord(), problem.output,
              push);
  const gpu::TensorId numbers = EmitNumberRows(lowering, problem.Images());
  lowering.Emit<Shader>(SpecOf(lowering, problem, plan, layout), push,
                        {.source = numbers,
                         .weights = AddTileWeights(lowering, kConvFilter, layout),
                         .channels = AddHybridChannels(lowering, kConvInputs, layout),
                         .result = lowering.Output()},
                        plan.tiles.workgroups, problem.steps, plan.variant);
}

void EmitHybridConv(Lowering& lowering, const HybridProblem& problem) {
  if (problem.layout.multiplier > 0) {
    EmitHybridDepthwise(lowering, problem);
    return;
  }
  const std::string groups = " groups " + std::to_string(problem.layout.groups);
  EmitHybridTiles(lowering, problem,
                  ChoosePlan(lowering, ToString(problem.window) + groups + " hybrid",
                             HybridTilePlans(lowering, problem)));
}

}  // namespace litevk
