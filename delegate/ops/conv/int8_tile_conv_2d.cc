#include <utility>
#include <vector>

#include "delegate/ops/conv/int8_tile.h"
#include "delegate/ops/conv/int8_tile_pack.h"
#include "delegate/ops/conv/quantized_algorithms.h"
#include "delegate/ops/conv/quantized_sums.h"
#include "shaders/conv/int8_tile_conv_2d.h"

namespace litevk {
namespace {

using Shader = shaders::Int8TileConv2d;

constexpr int kBits = 8;  // bits of a weight

QuantizedLayout LayoutOf(const Lowering& lowering, const QuantizedProblem& problem) {
  return WithLanes(problem.layout, lowering.limits());
}

// True if consecutive pixels of the output read input pixels at a fixed distance, across rows and images too.
bool IsFlat(const Lowering& lowering, const QuantizedProblem& problem) {
  const ConvWindow& window = problem.window;
  const ImageStrides strides = SourceStrides(lowering, problem);
  const auto row = static_cast<uint32_t>(problem.input[2]) * strides.pixel;
  const bool is_dense = strides.row == row && strides.image == static_cast<uint32_t>(problem.input[1]) * row;
  const ir::Shape& output = lowering.output_dims();
  return is_dense && window.filter_h == 1 && window.filter_w == 1 && window.pad_top == 0 &&
         window.pad_left == 0 && problem.input[1] == output[1] && problem.input[2] == output[2];
}

Shader::Spec SpecOf(const Lowering& lowering, const QuantizedProblem& problem, const Int8TilePlan& plan,
                    const QuantizedLayout& layout, Rescaling rescaling) {
  Shader::Spec spec = {.kMayMiss = !problem.window.StaysInside(problem.input, lowering.output_dims()),
                       .kStoresFour = layout.Blocks() % 4 == 0,
                       .kRescaling = static_cast<uint32_t>(rescaling),
                       .kIsFlat = IsFlat(lowering, problem)};
  SetInt8Tile(plan, layout, problem.window, SourceStrides(lowering, problem), spec);
  return spec;
}

Shader::Push PushOf(const Lowering& lowering, const QuantizedProblem& problem,
                    const QuantizedLayout& layout) {
  const QuantizationConstants constants = QuantizationConstantsOf(lowering, problem);
  Shader::Push push = {.blocks = layout.AllBlocks(),
                       .group_words = layout.Blocks(),
                       .zeros = constants.zeros,
                       .output_zero_point = constants.output_zero_point,
                       .least = constants.least,
                       .most = constants.most};
  SetInt8Tile(layout, problem.window, problem.input, SourceStrides(lowering, problem),
              LastWordOf(lowering, problem), lowering.output_dims(), push);
  return push;
}

Status Fits(const Lowering& lowering, const QuantizedProblem& problem) {
  LITEVK_RETURN_IF_ERROR(IsPlainInt8(lowering, problem));
  const QuantizedLayout layout = LayoutOf(lowering, problem);
  const gpu::DeviceLimits& limits = lowering.limits();
  if (layout.depth_multiplier > 0) return Unfit("the convolution is depthwise");
  if (limits.profile.prefers_texel_loads && layout.Blocks() == 1) {
    return Unfit("all but one of the lanes that share pixels would be idle");
  }
  if (TileFilterBytes(layout, kBits) > limits.max_tensor_bytes() ||
      layout.AllPanels() > limits.max_workgroup_count[0]) {
    return Unfit("the filter in tiles exceeds the device's limits");
  }
  return {};
}

std::vector<Int8TilePlan> PlansFor(const Lowering& lowering, const QuantizedProblem& problem) {
  return Int8TilePlans(lowering.limits(), LayoutOf(lowering, problem), lowering.output_dims().Rows(),
                       lowering.MatmulVariant(/*whole_inputs=*/false, /*outputs=*/4), kBits);
}

std::vector<Configuration> ConfigurationsFor(const Lowering& lowering, const QuantizedProblem& problem) {
  return ScaledTo(IntegerTime(lowering.limits()) * FlopsOf(lowering.view()),
                  ConfigurationsOf(PlansFor(lowering, problem)));
}

void Emit(Lowering& lowering, const QuantizedProblem& problem, size_t configuration) {
  const Int8TilePlan plan = PlansFor(lowering, problem)[configuration];
  const QuantizedLayout layout = LayoutOf(lowering, problem);
  SumScaling scaling = ScalingOf(lowering, problem);
  Shader::Spec spec = SpecOf(lowering, problem, plan, layout, scaling.rescaling);
  Shader::Push push = PushOf(lowering, problem, layout);
  SetResultRows(ResultRowsOf(lowering, problem), spec, push);
  const Shader::Bindings bindings = {
      .source = lowering.Input(kConvInput),
      .weights = AddTileWeights(lowering, kConvFilter, layout),
      .channels = AddQuantizedChannels(lowering, problem.at, problem.layout, problem.sums(),
                                       std::move(scaling.folded)),
      .result = problem.result};
  lowering.EmitPart<Shader>(spec, push, bindings, plan.tiles.workgroups, plan.variant);
}

}  // namespace

const QuantizedConvAlgorithm kInt8Tile = {
    .name = "tiled", .fits = Fits, .configurations = ConfigurationsFor, .emit = Emit};

}  // namespace litevk
