#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "delegate/ops/conv/int8_winograd_f2.h"
#include "delegate/ops/conv/int8_winograd_f4_pack.h"
#include "delegate/ops/conv/quantized_algorithms.h"
#include "delegate/ops/conv/quantized_sums.h"
#include "delegate/ops/conv/tile_plan.h"
#include "delegate/ops/conv/winograd.h"
#include "shaders/conv/int8_winograd_f4_input.h"
#include "shaders/conv/int8_winograd_f4_matmul.h"
#include "shaders/conv/int8_winograd_f4_output.h"

namespace litevk {
namespace {

// Output rows and columns of a tile.
constexpr int kTileSize = 4;
// Input channels that the transformation takes at once. Each store writes two vectors of them.
constexpr int kVector = 8;
constexpr int64_t kLargestProduct = int64_t{1} << 14;

struct Sizes {
  WinogradTiles tiles;
  QuantizedLayout layout;

  uint64_t matrix_words() const {  // two values in each word
    return uint64_t{kF4Matmuls} * tiles.count * static_cast<uint64_t>(layout.inputs) / 2;
  }
  uint64_t matmul_words() const {
    return uint64_t{kF4Matmuls} * tiles.count * static_cast<uint64_t>(layout.outputs);
  }
};

Sizes SizesOf(const Lowering& lowering, const QuantizedProblem& problem) {
  Sizes sizes = {WinogradTilesOf(lowering.output_dims(), kTileSize), problem.layout};
  sizes.layout.lanes = LanesOn(problem.layout.Blocks(), lowering.limits());
  return sizes;
}

bool FitsDevice(const Sizes& sizes, const gpu::DeviceLimits& limits) {
  const uint64_t weights = Int8WinogradF4Weights(sizes.layout) * sizeof(int16_t);
  const uint64_t matrices = gpu::BytesOf(sizes.matrix_words(), gpu::Storage::kBits32);
  const uint64_t products = gpu::BytesOf(sizes.matmul_words(), gpu::Storage::kBits32);
  return std::max({weights, matrices, products}) <= limits.max_tensor_bytes() &&
         matrices + products <= limits.memory_bytes / limits.profile.scratch_divisor &&
         kF4Matmuls * sizes.layout.Panels() <= limits.max_workgroup_count[0];
}

Status Fits(const Lowering& lowering, const QuantizedProblem& problem) {
  LITEVK_RETURN_IF_ERROR(SuitsWinograd(lowering, problem));
  const QuantizedLayout& layout = problem.layout;
  if (!SourceStrides(lowering, problem).AreWhole(4)) return Unfit("the pixels are no whole words");
  if (int64_t{layout.taps} * layout.inputs * kLargestProduct >= kLargestF4Sum) {
    return Unfit("sums may be too large to follow from their last 32 bits");
  }
  if (!FitsDevice(SizesOf(lowering, problem), lowering.limits())) {
    return Unfit("the transformed matrices exceed the device's limits");
  }
  return {};
}

gpu::TensorId EmitInput(Lowering& lowering, const QuantizedProblem& problem, const Sizes& sizes) {
  const gpu::Variant variant = lowering.VariantWhen(true);
  const auto columns = static_cast<uint32_t>(problem.layout.inputs / kVector);
  const gpu::TensorId matrices =
      lowering.AddScratch("wrapping winograd input", sizes.matrix_words(), gpu::Storage::kBits32);
  shaders::Int8WinogradF4Input::Push push = {.input_h = problem.input[1],
                                             .input_w = problem.input[2],
                                             .pad_top = problem.window.pad_top,
                                             .pad_left = problem.window.pad_left,
                                             .zeros = QuantizationConstantsOf(lowering, problem).zeros};
  SetWinogradTiles(sizes.tiles, columns, push);
  SetStrides(SourceStrides(lowering, problem).In(4), push);
  lowering.EmitPart<shaders::Int8WinogradF4Input>(
      {.kLocalSizeX = kInvocations}, push, {.source = lowering.Input(kConvInput), .result = matrices},
      FlatGroups(int64_t{sizes.tiles.count} * columns, kInvocations, lowering.limits()), variant);
  return matrices;
}

gpu::TensorId AddWeights(Lowering& lowering, const QuantizedLayout& layout) {
  const NodeView& view = lowering.view();
  return lowering.AddConstant(
      "int8 wrapping winograd filter", Int8WinogradF4Weights(layout) * sizeof(int16_t), gpu::Storage::kBits8,
      [graph = &view.graph(), id = view.input_id(kConvFilter), layout](std::span<std::byte> out) -> Status {
        LITEVK_ASSIGN_OR_RETURN(const KnownValue filter, EvaluateKnown(*graph, id));
        PackInt8WinogradF4(filter.As<int8_t>(), layout, ElementsOf<int16_t>(out));
        return {};
      },
      lowering.KeyOf(kConvFilter, "in words of wrapping winograd"));
}

gpu::TensorId EmitMatmuls(Lowering& lowering, const Sizes& sizes, uint32_t tile, gpu::TensorId matrices) {
  const gpu::Variant variant = lowering.VariantWhen(true);
  const QuantizedLayout& layout = sizes.layout;
  const gpu::TensorId products =
      lowering.AddScratch("wrapping winograd products", sizes.matmul_words(), gpu::Storage::kBits32);
  const uint32_t height = variant.reads_texels() ? 1 : kInvocations / layout.lanes;
  lowering.EmitPart<shaders::Int8WinogradF4Matmul>(
      {.kLocalSizeX = layout.lanes, .kLocalSizeY = height, .kTile = tile},
      {.tiles = sizes.tiles.count,
       .vectors = static_cast<uint32_t>(layout.inputs / kVector),
       .panels = layout.Panels(),
       .blocks = layout.Blocks()},
      {.source = matrices, .weights = AddWeights(lowering, layout), .result = products},
      TileGroups(kF4Matmuls * layout.Panels(), GroupsFor(sizes.tiles.count, tile), height, lowering.limits()),
      variant);
  return products;
}

void EmitOutput(Lowering& lowering, const QuantizedProblem& problem, const Sizes& sizes,
                gpu::TensorId products) {
  using Shader = shaders::Int8WinogradF4Output;
  const ir::Shape& output = lowering.output_dims();
  const uint32_t columns = problem.layout.Blocks();
  const QuantizationConstants constants = QuantizationConstantsOf(lowering, problem);
  SumScaling scaling = ScalingOf(lowering, problem);
  Shader::Spec spec = {.kLocalSizeX = kInvocations,
                       .kStoresFour = true,
                       .kRescaling = static_cast<uint32_t>(scaling.rescaling)};
  Shader::Push push = {.output_h = static_cast<uint32_t>(output[1]),
                       .output_w = static_cast<uint32_t>(output[2]),
                       .zeros = constants.zeros,
                       .output_zero_point = constants.output_zero_point,
                       .least = constants.least,
                       .most = constants.most};
  SetWinogradTiles(sizes.tiles, columns, push);
  SetResultRows(ResultRowsOf(lowering, problem), spec, push);
  const Shader::Bindings bindings = {
      .products = products,
      .channels = AddQuantizedChannels(lowering, problem.at, problem.layout, problem.sums(),
                                       std::move(scaling.folded)),
      .result = problem.result};
  lowering.EmitPart<Shader>(spec, push, bindings,
                            FlatGroups(int64_t{sizes.tiles.count} * columns, kInvocations, lowering.limits()),
                            lowering.VariantWhen(true));
}

// Returns how many of `count` tiles an invocation may compute, the best number first.
std::vector<uint32_t> TilesOfLanes(const Lowering& lowering, uint32_t count) {
  if (!lowering.VariantWhen(true).reads_texels()) return {4};
  if (count <= kSharers) return {8, 16, 32};
  return {16, 32, 8};
}

// Returns the algorithm's work as WinogradTime counts it.
double WorkOf(const Lowering& lowering, const QuantizedProblem& problem) {
  const double inputs = problem.layout.inputs;
  const double outputs = problem.layout.outputs;
  const uint32_t count = WinogradTilesOf(lowering.output_dims(), kTileSize).count;
  const uint32_t tile = TilesOfLanes(lowering, count).front();
  // Measured times of a product and of a value that is transformed (docs/benchmarks/convolutions.md#int8).
  const double products = (0.95 + 22 / inputs) * (GroupsFor(count, tile) * tile + kWeightWork);
  const double transforms = count * (15 / outputs + 22 / inputs);
  return kF4Matmuls * (products + transforms);
}

std::vector<Configuration> ConfigurationsFor(const Lowering& lowering, const QuantizedProblem& problem) {
  std::vector<Configuration> configurations;
  const double time = WinogradTime(lowering, problem, WorkOf(lowering, problem));
  for (const uint32_t tile : TilesOfLanes(lowering, SizesOf(lowering, problem).tiles.count)) {
    configurations.push_back({"wrapping winograd tile " + std::to_string(tile), time});
  }
  return configurations;
}

void Emit(Lowering& lowering, const QuantizedProblem& problem, size_t configuration) {
  const Sizes sizes = SizesOf(lowering, problem);
  const uint32_t tile = TilesOfLanes(lowering, sizes.tiles.count)[configuration];
  const gpu::TensorId matrices = EmitInput(lowering, problem, sizes);
  const gpu::TensorId products = EmitMatmuls(lowering, sizes, tile, matrices);
  EmitOutput(lowering, problem, sizes, products);
}

}  // namespace

const QuantizedConvAlgorithm kInt8WinogradF4 = {
    .name = "wrapping winograd", .fits = Fits, .configurations = ConfigurationsFor, .emit = Emit};

}  // namespace litevk
