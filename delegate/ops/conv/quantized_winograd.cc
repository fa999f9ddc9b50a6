#include "delegate/ops/conv/quantized_winograd.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "delegate/ops/conv/byte_tile.h"
#include "delegate/ops/conv/quantized_sums.h"
#include "delegate/ops/conv/quantized_winograd_pack.h"
#include "delegate/ops/conv/tile_plan.h"
#include "delegate/ops/conv/winograd.h"
#include "shaders/conv/quantized_winograd_conv.h"

namespace litevk {
namespace {

using Shader = shaders::QuantizedWinogradConv;

// Output rows and columns of a tile.
constexpr int kTileSize = 2;
// Products of transformed pixels and weights for each tile.
constexpr uint32_t kProducts = 16;

// True if the sums, which are computed four times as large, fit 32 bits.
bool SumsFit(const QuantizedLayout& layout) {
  constexpr int64_t kLargestProduct = int64_t{1} << 14;
  return 4 * int64_t{layout.taps} * layout.inputs * kLargestProduct < int64_t{1} << 31;
}

bool Fits(const Lowering& lowering, const QuantizedProblem& problem) {
  const QuantizedLayout layout = WithLanes(problem.layout, lowering.limits());
  return SuitsWinograd(lowering, problem) && SourceStrides(lowering, problem).AreWhole(kWinogradInputs) &&
         SumsFit(layout) && WinogradFilterBytes(layout) <= lowering.limits().max_tensor_bytes() &&
         layout.Panels() <= lowering.limits().max_workgroup_count[0];
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
  const QuantizedNumbers numbers = NumbersOf(lowering, problem);
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
      .zeros = numbers.zeros,
      .output_zero_point = numbers.output_zero_point,
      .least = numbers.least,
      .most = numbers.most};
  SetStrides(SourceStrides(lowering, problem).In(kWinogradInputs), push);
  return push;
}

void EmitTiles(Lowering& lowering, const QuantizedProblem& problem, uint32_t tile, gpu::TensorId result) {
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
      .result = result};
  SetResultRows(ResultRowsOf(lowering, problem), spec, push);
  lowering.EmitPart<Shader>(
      spec, push, bindings,
      TileGroups(layout.Panels(), GroupsFor(tiles.count, tile), height, lowering.limits()), variant);
}

// Numbers of 2x2 tiles that an invocation may compute, the best number first.
std::vector<uint32_t> TilesOfLanes(const Lowering& lowering) {
  if (!lowering.VariantWhen(true).reads_texels()) return {4};
  return {8, 16, 32};
}

}  // namespace

// Stores are of four words.
bool SuitsWinograd(const Lowering& lowering, const QuantizedProblem& problem) {
  const QuantizedLayout& layout = problem.layout;
  const RowView rows = ResultRowsOf(lowering, problem);
  return lowering.options().winograd && layout.groups == 1 && IsThreeByThree(problem.window) &&
         layout.inputs % kWinogradInputs == 0 && layout.outputs % 16 == 0 &&
         (!rows.exists() || rows.IsWhole(4));
}

double QuantizedWinogradWork(const Lowering& lowering, const QuantizedProblem& problem) {
  const uint32_t count = WinogradTilesOf(lowering.output_dims(), kTileSize).count;
  const uint32_t tile = TilesOfLanes(lowering).front();
  // Time of a product relative to one of tiles: pixels are transformed for each. Sums are added to pixels
  // once for all channels (docs/benchmarks/convolutions.md#int8).
  const double time = 1.15 + 35.0 / problem.layout.inputs;
  return time * kProducts * (GroupsFor(count, tile) * tile + kWeightWork);
}

std::vector<QuantizedWay> QuantizedWinogradWays(const Lowering& lowering, const QuantizedProblem& problem) {
  if (!Fits(lowering, problem) || lowering.fused().epilogue.store.exists()) return {};
  std::vector<QuantizedWay> ways;
  for (const uint32_t tile : TilesOfLanes(lowering)) {
    ways.push_back({"winograd tile " + std::to_string(tile),
                    [tile](Lowering& to, const QuantizedProblem& what, gpu::TensorId result) {
                      EmitTiles(to, what, tile, result);
                    }});
  }
  return ways;
}

}  // namespace litevk
