#include "delegate/ops/conv/hybrid_conv.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "delegate/ops/conv/byte_tile.h"
#include "delegate/ops/conv/hybrid_depthwise.h"
#include "delegate/ops/conv/quantized_tile_pack.h"
#include "delegate/ops/families/quantized_numbers.h"
#include "shaders/hybrid_conv_2d.h"

namespace litevk {
namespace {

using Shader = shaders::HybridConv2d;

Shader::Spec SpecOf(const Lowering& lowering, const HybridProblem& problem, const ByteTilePlan& plan,
                    const QuantizedLayout& layout) {
  Shader::Spec spec = {.kMayMiss = !problem.window.StaysInside(problem.input, lowering.output_dims()),
                       .kAligned = layout.outputs % 4 == 0,
                       .kPaired = StoresInPairs(plan.variant, layout.outputs, plan.tiles.tile),
                       .kWeightBits = static_cast<uint32_t>(WeightBits(lowering.view().input(kConvFilter))),
                       .kAsymmetric = problem.is_asymmetric,
                       .kChannelsFirst = problem.channels_first};
  SetByteTile(plan, layout, problem.window, problem.Strides(), spec);
  return spec;
}

void EmitTiles(Lowering& lowering, const HybridProblem& problem, const ByteTilePlan& plan,
               const QuantizedLayout& layout) {
  const ir::Shape& output = lowering.output_dims();
  Shader::Push push = {.outputs = static_cast<uint32_t>(layout.outputs),
                       .output_c = static_cast<uint32_t>(output[3]),
                       .headers = static_cast<uint32_t>(problem.Images().FirstHeader())};
  SetByteTile(layout, problem.window, problem.input, problem.Strides(), problem.LastWord(), output, push);
  const gpu::TensorId numbers = EmitNumberRows(lowering, problem.Images());
  lowering.Emit<Shader>(SpecOf(lowering, problem, plan, layout), push,
                        {.source = numbers,
                         .weights = AddTileWeights(lowering, kConvFilter, layout),
                         .channels = AddHybridChannels(lowering, kConvInputs, layout),
                         .result = lowering.Output()},
                        plan.tiles.workgroups, ActivationSteps(problem.activation), plan.variant);
}

}  // namespace

double FlopsOfHybridConv(const NodeView& view) {
  return IntegerTime(view.limits()) * FindOpInfo(view.node())->cost(view).flops;
}

bool HybridConvFits(const NodeView& view, const ConvInputs& at, const QuantizedLayout& filter) {
  const gpu::DeviceLimits& limits = view.limits();
  const QuantizedLayout layout = WithLanes(filter, limits);
  const ir::Shape& input = view.input(at.image).dims;
  // Where dims are unknown, the verdict on the plan's own dims decides.
  const uint64_t words =
      input.has_unknown()
          ? 0
          : FloatRows{.rows = input[0], .depth = std::max<int64_t>(ImageNumbers(input), 1)}.Words();
  const uint64_t weights = layout.multiplier > 0 ? layout.Weights() : TileFilterBytes(layout, 8);
  return layout.AllPanels() <= limits.max_workgroup_count[0] &&
         std::max({weights, gpu::BytesOf(HybridChannelWords(layout), gpu::Storage::kBits32),
                   gpu::BytesOf(words, gpu::Storage::kBits32)}) <= limits.max_storage_buffer_range_bytes;
}

void EmitHybridConv(Lowering& lowering, const HybridProblem& problem) {
  if (problem.layout.multiplier > 0) {
    EmitHybridDepthwise(lowering, problem);
    return;
  }
  const QuantizedLayout layout = WithLanes(problem.layout, lowering.limits());
  const std::vector<ByteTilePlan> plans =
      ByteTilePlans(lowering, layout, lowering.ProductVariant(/*whole_inputs=*/true, layout.outputs),
                    WeightBits(lowering.view().input(kConvFilter)));
  const std::string groups = " groups " + std::to_string(layout.groups);
  const size_t taken = lowering.Choose(ToString(problem.window) + groups + " hybrid", NamesOf(plans));
  EmitTiles(lowering, problem, plans[taken], layout);
}

}  // namespace litevk
