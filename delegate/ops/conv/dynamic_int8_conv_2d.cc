#include "delegate/ops/conv/dynamic_int8_conv_2d.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "delegate/ops/common/algorithm.h"
#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/conv/dynamic_int8_depthwise.h"
#include "delegate/ops/conv/int8_tile_pack.h"
#include "delegate/ops/conv/quantized_algorithms.h"
#include "delegate/ops/conv/window_tile.h"
#include "shaders/conv/dynamic_int8_conv_2d.h"

namespace litevk {
namespace {

using Shader = shaders::DynamicInt8Conv2d;

Shader::Spec SpecOf(const Lowering& lowering, const DynamicInt8Problem& problem, const Int8TilePlan& plan,
                    const QuantizedLayout& layout) {
  Shader::Spec spec = {.kMayMiss = !problem.window.StaysInside(problem.input, problem.output),
                       .kAligned = layout.outputs % 4 == 0,
                       .kPaired = StoresInPairs(plan.variant, layout.outputs, plan.tiles.tile),
                       .kWeightBits = static_cast<uint32_t>(WeightBits(lowering.view().input(kConvFilter))),
                       .kAsymmetric = problem.is_asymmetric,
                       .kChannelsFirst = problem.channels_first};
  SetInt8Tile(plan, layout, problem.window, problem.Strides(), spec);
  return spec;
}

}  // namespace

double FlopsOfDynamicInt8Conv(const NodeView& view) { return IntegerTime(view.limits()) * FlopsOf(view); }

bool DynamicInt8TilesFit(const QuantizedLayout& filter, const gpu::DeviceLimits& limits) {
  const QuantizedLayout layout = WithLanes(filter, limits);
  return layout.AllPanels() <= limits.max_workgroup_count[0] &&
         std::max(TileFilterBytes(layout, 8),
                  gpu::BytesOf(DynamicInt8ChannelWords(layout), gpu::Storage::kBits32)) <=
             limits.max_tensor_bytes();
}

bool DynamicInt8ConvFits(const NodeView& view, const ConvInputs& at, const QuantizedLayout& layout) {
  const gpu::DeviceLimits& limits = view.limits();
  const ir::Shape& input = view.input(at.image).dims;
  // If dims are unknown, the verdict on the plan's own dims decides.
  const FloatRows images = {.rows = input.has_unknown() ? 0 : input[0],
                            .depth = input.has_unknown() ? 0 : ImageElements(input)};
  const bool is_depthwise = layout.depth_multiplier > 0;
  const bool has_constants =
      is_depthwise ? WindowTilesFit(layout.outputs, limits) && layout.Weights() <= limits.max_tensor_bytes()
                   : DynamicInt8TilesFit(layout, limits);
  return has_constants && gpu::BytesOf(images.Words(), gpu::Storage::kBits32) <= limits.max_tensor_bytes();
}

std::vector<Int8TilePlan> DynamicInt8TilePlans(const Lowering& lowering, const DynamicInt8Problem& problem) {
  return Int8TilePlans(lowering.limits(), WithLanes(problem.layout, lowering.limits()),
                       lowering.output_dims().Rows(),
                       lowering.MatmulVariant(/*whole_inputs=*/true, problem.layout.outputs),
                       WeightBits(lowering.view().input(kConvFilter)));
}

void EmitDynamicInt8Tiles(Lowering& lowering, const DynamicInt8Problem& problem, const Int8TilePlan& plan) {
  const QuantizedLayout layout = WithLanes(problem.layout, lowering.limits());
  Shader::Push push = {.outputs = static_cast<uint32_t>(layout.outputs),
                       .output_c = static_cast<uint32_t>(problem.output[3]),
                       .headers = static_cast<uint32_t>(problem.Images().FirstHeader())};
  SetInt8Tile(layout, problem.window, problem.input, problem.Strides(), problem.LastWord(), problem.output,
              push);
  const gpu::TensorId integers = EmitQuantizedRows(lowering, problem.Images());
  lowering.Emit<Shader>(SpecOf(lowering, problem, plan, layout), push,
                        {.source = integers,
                         .weights = AddTileWeights(lowering, kConvFilter, layout),
                         .channels = AddDynamicInt8Channels(lowering, kConvInputs, layout),
                         .result = lowering.Output()},
                        plan.tiles.workgroups, problem.steps, plan.variant);
}

void EmitDynamicInt8Conv(Lowering& lowering, const DynamicInt8Problem& problem) {
  if (problem.layout.depth_multiplier > 0) {
    EmitDynamicInt8Depthwise(lowering, problem);
    return;
  }
  const std::string groups = " groups " + std::to_string(problem.layout.groups);
  EmitDynamicInt8Tiles(lowering, problem,
                       ChoosePlan(lowering, ToString(problem.window) + groups + " hybrid",
                                  DynamicInt8TilePlans(lowering, problem)));
}

}  // namespace litevk
