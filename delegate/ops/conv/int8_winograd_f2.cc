#include "delegate/ops/conv/int8_winograd_f2.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "delegate/ops/conv/int8_tile.h"
#include "delegate/ops/conv/int8_winograd_f2_pack.h"
#include "delegate/ops/conv/quantized_algorithms.h"
#include "delegate/ops/conv/quantized_sums.h"
#include "delegate/ops/conv/tile_plan.h"
#include "delegate/ops/conv/winograd.h"
#include "shaders/conv/int8_winograd_f2.h"

namespace litevk {
namespace {

using Shader = shaders::Int8WinogradF2;

// Output rows and columns of a tile.
constexpr int kTileSize = 2;
// Products of transformed pixels and weights for each tile.
constexpr uint32_t kProducts = 16;

// True if the sums, which are computed four times as large, fit 32 bits.
bool SumsFit(const QuantizedLayout& layout) {
  constexpr int64_t kLargestProduct = int64_t{1} << 14;
  return 4 * int64_t{layout.taps} * layout.inputs * kLargestProduct < int64_t{1} << 31;
}

Status Fits(const Lowering& lowering, const QuantizedProblem& problem) {
  LITEVK_RETURN_IF_ERROR(SuitsWinograd(lowering, problem));
  const QuantizedLayout layout = WithLanes(problem.layout, lowering.limits());
  if (!SourceStrides(lowering, problem).AreWhole(kWinogradInputs)) {
    return Unfit("the pixels are no whole vectors of 16 values");
  }
  if (!SumsFit(layout)) return Unfit("sums four times as large do not fit 32 bits");
  if (WinogradFilterBytes(layout) > lowering.limits().max_tensor_bytes() ||
      layout.Panels() > lowering.limits().max_workgroup_count[0]) {
    return Unfit("the transformed filter exceeds the device's limits");
  }
  if (lowering.fused().epilogue.store.exists()) return Unfit("the dispatch stores floats");
  return {};
}

gpu::TensorId AddWeights(Lowering& lowering, const QuantizedLayout& layout) {
  const NodeView& view = lowering.view();
  return lowering.AddConstant(
      "int8 winograd filter", WinogradFilterBytes(layout), gpu::Storage::kBits8,
      [graph = &view.graph(), id = view.input_id(kConvFilter), layout](std::span<std::byte> out) -> Status {
        LITEVK_ASSIGN_OR_RETURN(const KnownValue filter, EvaluateKnown(*graph, id));
        PackWinogradFilter(filter.As<int8_t>(), layout, ElementsOf<int16_t>(out));
        return {};
      },
      lowering.KeyOf(kConvFilter, "in words of winograd"));
}

Shader::Push PushOf(const Lowering& lowering, const QuantizedProblem& problem, const WinogradTiles& tiles) {
  const ir::Shape& output = lowering.output_dims();
  const QuantizationConstants constants = QuantizationConstantsOf(lowering, problem);
  Shader::Push push = {
      .by_tiles_w = gpu::Divisor(tiles.w),
      .by_tiles_h = gpu::Divisor(tiles.h),
      .tiles_h = tiles.h,
      .tiles_w = tiles.w,
      .tiles = tiles.count,
      .input_h = problem.input[1],
      .input_w = problem.input[2],
      .output_h = static_cast<uint32_t>(output[1]),
      .output_w = static_cast<uint32_t>(output[2]),
      .vectors = static_cast<uint32_t>(problem.layout.inputs / kWinogradInputs),
      .weights_end = static_cast<uint32_t>(WinogradWeights(WithLanes(problem.layout, lowering.limits())) *
                                           sizeof(int16_t) / kWinogradVectorBytes),
      .blocks = problem.layout.Blocks(),
      .pad_top = problem.window.pad_top,
      .pad_left = problem.window.pad_left,
      .zeros = constants.zeros,
      .output_zero_point = constants.output_zero_point,
      .least = constants.least,
      .most = constants.most};
  SetStrides(SourceStrides(lowering, problem).In(kWinogradInputs), push);
  return push;
}

// Numbers of 2x2 tiles that an invocation may compute, the best number first.
std::vector<uint32_t> TilesOfLanes(const Lowering& lowering) {
  if (!lowering.VariantWhen(true).reads_texels()) return {4};
  return {8, 16, 32};
}

void Emit(Lowering& lowering, const QuantizedProblem& problem, size_t configuration) {
  const uint32_t tile = TilesOfLanes(lowering)[configuration];
  const QuantizedLayout layout = WithLanes(problem.layout, lowering.limits());
  const gpu::Variant variant = lowering.VariantWhen(true);
  const WinogradTiles tiles = WinogradTilesOf(lowering.output_dims(), kTileSize);
  const uint32_t height = variant.reads_texels() ? 1 : kInvocations / layout.lanes;
  SumScaling scaling = ScalingOf(lowering, problem);
  Shader::Spec spec = {.kLocalSizeX = layout.lanes,
                       .kLocalSizeY = height,
                       .kTile = tile,
                       .kRescaling = static_cast<uint32_t>(scaling.rescaling)};
  Shader::Push push = PushOf(lowering, problem, tiles);
  const Shader::Bindings bindings = {
      .source = lowering.Input(kConvInput),
      .weights = AddWeights(lowering, layout),
      .channels = AddQuantizedChannels(lowering, problem.at, problem.layout, problem.sums(),
                                       std::move(scaling.folded)),
      .result = problem.result};
  SetResultRows(ResultRowsOf(lowering, problem), spec, push);
  lowering.EmitPart<Shader>(
      spec, push, bindings,
      TileGroups(layout.Panels(), GroupsFor(tiles.count, tile), height, lowering.limits()), variant);
}

// Returns the algorithm's work as WinogradTime counts it.
double WorkOf(const Lowering& lowering, const QuantizedProblem& problem) {
  const uint32_t count = WinogradTilesOf(lowering.output_dims(), kTileSize).count;
  const uint32_t tile = TilesOfLanes(lowering).front();
  // Time of a product relative to one of tiles: pixels are transformed for each. Sums are added to pixels
  // once for all channels (docs/benchmarks/convolutions.md#int8).
  const double time = 1.15 + 35.0 / problem.layout.inputs;
  return time * kProducts * (GroupsFor(count, tile) * tile + kWeightWork);
}

std::vector<Configuration> ConfigurationsFor(const Lowering& lowering, const QuantizedProblem& problem) {
  std::vector<Configuration> configurations;
  const double time = WinogradTime(lowering, problem, WorkOf(lowering, problem));
  for (const uint32_t tile : TilesOfLanes(lowering)) {
    configurations.push_back({"winograd tile " + std::to_string(tile), time});
  }
  return configurations;
}

// Time relative to tiles of pixels on devices whose lanes share no pixels, where the algorithms were not
// timed. They are left to a tuner there.
constexpr double kUntimed = 2;

}  // namespace

// Stores are of four words.
Status SuitsWinograd(const Lowering& lowering, const QuantizedProblem& problem) {
  LITEVK_RETURN_IF_ERROR(IsPlainInt8(lowering, problem));
  const QuantizedLayout& layout = problem.layout;
  const StridedView rows = ResultRowsOf(lowering, problem);
  if (!lowering.limits().profile.winograd) return Unfit("disable_winograd is set");
  if (layout.depth_multiplier > 0 || layout.groups > 1 || !IsThreeByThree(problem.window)) {
    return Unfit("the convolution is not 3x3 at stride 1, in one group");
  }
  if (layout.inputs % kWinogradInputs != 0 || layout.outputs % 16 != 0) {
    return Unfit("the channels are no whole vectors of 16");
  }
  if (rows.exists() && !rows.IsWhole(4)) return Unfit("the rows of the output are no whole vectors");
  return {};
}

double WinogradTime(const Lowering& lowering, const QuantizedProblem& problem, double work) {
  const double tiles = IntegerTime(lowering.limits()) * FlopsOf(lowering.view());
  if (!lowering.limits().profile.prefers_texel_loads) return kUntimed * tiles;
  const double work_of_tiles =
      double{kSharers} * problem.layout.taps * GroupsFor(lowering.output_dims().Rows(), kSharers);
  return work / work_of_tiles * tiles;
}

const QuantizedConvAlgorithm kInt8WinogradF2 = {
    .name = "winograd", .fits = Fits, .configurations = ConfigurationsFor, .emit = Emit};

}  // namespace litevk
