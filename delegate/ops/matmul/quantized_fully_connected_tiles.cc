#include "delegate/ops/matmul/quantized_fully_connected_tiles.h"

#include <cassert>
#include <optional>
#include <utility>
#include <vector>

#include "delegate/ops/common/algorithm.h"
#include "delegate/ops/common/exact_multiplier.h"
#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/conv/int8_tile.h"
#include "delegate/ops/conv/int8_tile_pack.h"
#include "delegate/ops/conv/quantized_constants.h"
#include "delegate/ops/conv/quantized_problem.h"
#include "runtime/opset/quantized/weights_zero_point.h"
#include "shaders/conv/int8_tile_conv_2d.h"

namespace litevk {
namespace {

using Shader = shaders::Int8TileConv2d;

// Least number of rows for tiles. Slices of a workgroup, which share the sum, read fewer rows.
constexpr int64_t kLeastRows = 9;

bool AreBytes(const NodeView& view) {
  return view.input(kConvInput).type == ir::DataType::kInt8 &&
         view.input(kConvFilter).type == ir::DataType::kInt8 && view.output().type == ir::DataType::kInt8 &&
         ZeroPointOfWeights(view.input(kConvFilter)) == 0;
}

QuantizedProblem ProblemOf(const Lowering& lowering) {
  const NodeView& view = lowering.view();
  const ir::Shape& weights = view.input(kConvFilter).dims;
  const FilterLayout filter = {.outputs = weights[0], .inputs = weights[1]};
  return {.at = {.image = kConvInput, .filter = kConvFilter, .bias = kConvBias},
          .input = {1, 1, static_cast<int>(lowering.output_dims().Rows()), weights[1]},
          .window = {},
          .layout = WithLanes(filter, lowering.limits()),
          .activation = view.params<abi::TfLiteFullyConnectedParams>().activation};
}

// Returns ok if the layer suits tiles, apart from its multipliers.
Status Suits(const Lowering& lowering, const QuantizedProblem& problem) {
  const QuantizedLayout& layout = problem.layout;
  const gpu::DeviceLimits& limits = lowering.limits();
  const StridedView rows = lowering.OutputRows();
  const bool is_dense = !lowering.InputRows(kConvInput).exists() && (!rows.exists() || rows.IsWhole(4));
  const Result<int64_t> sum = LargestSum(lowering.view(), layout.inputs);
  if (!AreBytes(lowering.view())) return Unfit("values are not int8, or weights have a zero point");
  if (!is_dense) return Unfit("rows are parts of another tensor");
  if (layout.outputs % 4 != 0 || layout.Blocks() == 1) return Unfit("outputs are no blocks of four");
  if (lowering.output_dims().Rows() < kLeastRows) return Unfit("few rows share the weights");
  if (!sum.ok() || *sum >= int64_t{1} << kExactSumBits) return Unfit("sums are too large");
  if (TileFilterBytes(layout, 8) > limits.max_tensor_bytes() ||
      layout.AllPanels() > limits.max_workgroup_count[0]) {
    return Unfit("the weights in tiles exceed the device's limits");
  }
  return {};
}

// Returns the multipliers and shifts of the outputs, in the layout of a convolution's constants.
std::optional<std::vector<FixedPoint>> MultipliersOf(const Lowering& lowering,
                                                     const QuantizedProblem& problem) {
  const NodeView& view = lowering.view();
  const QuantizationConstants constants = QuantizationConstantsOf(lowering, problem);
  const std::vector<double> multipliers =
      DoubleMultipliersOf(view.input(kConvInput).quantization, view.input(kConvFilter).quantization,
                          view.output().quantization, problem.layout.outputs);
  const auto exact = ExactMultipliersOf(multipliers, {constants.least - constants.output_zero_point,
                                                      constants.most - constants.output_zero_point});
  if (!exact) return std::nullopt;
  std::vector<FixedPoint> words;
  words.reserve(exact->size());
  for (const ExactMultiplier& multiplier : *exact) {
    words.push_back(
        {.multiplier = multiplier.multiplier, .left = multiplier.rest, .right = multiplier.right});
  }
  return words;
}

gpu::TensorId AddChannels(Lowering& lowering, const QuantizedProblem& problem,
                          std::vector<FixedPoint> multipliers) {
  const NodeView& view = lowering.view();
  const ir::TensorId bias_id = view.has_input(kConvBias) ? view.input_id(kConvBias) : ir::kAbsent;
  const QuantizedLayout layout = problem.layout;
  const auto write = [graph = &view.graph(), filter_id = view.input_id(kConvFilter), bias_id, layout,
                      zero_point = ZeroPointOf(view.input(kConvInput)),
                      multipliers = std::move(multipliers)](std::span<std::byte> out) -> Status {
    LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> weights, SumsOfFilter(*graph, filter_id, layout));
    LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> biases, BiasesOf(*graph, bias_id));
    PackChannels(BiasesWithout(zero_point, weights, biases), multipliers, /*wide_sums=*/false, layout,
                 ElementsOf<int32_t>(out));
    return {};
  };
  return lowering.AddConstant("channels of a quantized product", layout.ChannelWords(), gpu::Storage::kBits32,
                              write, KeyOfChannels(lowering, problem.at, "in tiles"));
}

}  // namespace

Result<FullyConnectedTiles> FullyConnectedTilesOf(const Lowering& lowering) {
  const QuantizedProblem problem = ProblemOf(lowering);
  LITEVK_RETURN_IF_ERROR(Suits(lowering, problem));
  std::optional<std::vector<FixedPoint>> multipliers = MultipliersOf(lowering, problem);
  if (!multipliers) return Unfit("a multiplier has no exact constants");
  return FullyConnectedTiles{problem, std::move(*multipliers)};
}

std::vector<Int8TilePlan> PlansOf(const Lowering& lowering, const FullyConnectedTiles& tiles) {
  return Int8TilePlans(lowering.limits(), tiles.problem.layout, lowering.output_dims().Rows(),
                       lowering.MatmulVariant(/*whole_inputs=*/false, /*outputs=*/4), /*weight_bits=*/8);
}

void EmitFullyConnectedTiles(Lowering& lowering, const FullyConnectedTiles& tiles, const Int8TilePlan& plan) {
  const QuantizedProblem& problem = tiles.problem;
  const QuantizedLayout& layout = problem.layout;
  const QuantizationConstants constants = QuantizationConstantsOf(lowering, problem);
  const ImageStrides strides = SourceStrides(lowering, problem);
  const ir::Shape output = {1, 1, problem.input[2], layout.outputs};
  Shader::Spec spec = {.kMayMiss = false,
                       .kStoresFour = layout.Blocks() % 4 == 0,
                       .kRescaling = static_cast<uint32_t>(Rescaling::kOnce),
                       .kIsFlat = true};
  Shader::Push push = {.blocks = layout.Blocks(),
                       .group_words = layout.Blocks(),
                       .zeros = constants.zeros,
                       .output_zero_point = constants.output_zero_point,
                       .least = constants.least,
                       .most = constants.most};
  SetInt8Tile(plan, layout, problem.window, strides, spec);
  SetInt8Tile(layout, problem.window, problem.input, strides, LastWordOf(lowering, problem), output, push);
  SetResultRows(ResultRowsOf(lowering, problem), spec, push);
  const Shader::Bindings bindings = {.source = lowering.Input(kConvInput),
                                     .weights = AddTileWeights(lowering, kConvFilter, layout),
                                     .channels = AddChannels(lowering, problem, tiles.multipliers),
                                     .result = lowering.Output()};
  lowering.EmitPart<Shader>(spec, push, bindings, plan.tiles.workgroups, plan.variant);
}

}  // namespace litevk
