#include "delegate/ops/conv/winograd.h"

#include <algorithm>
#include <vector>

#include "delegate/ops/conv/conv_algorithms.h"
#include "delegate/ops/conv/row_matmuls.h"
#include "shaders/conv/winograd_input.h"
#include "shaders/conv/winograd_output.h"

namespace litevk {
namespace {

constexpr int kTileSize = 4;   // output rows and columns of a tile
constexpr int kMatrices = 36;  // (4 + 3 - 1)^2
constexpr int kTaps = 9;
// Time to transform one float, there or back, in multiply-adds of the matrix multiplication
// (docs/design/winograd.md).
constexpr int64_t kTransformCost = 40;

FilterLayout LayoutOf(const ir::Shape& input, const ir::Shape& output, const gpu::DeviceLimits& limits) {
  return {.groups = kMatrices,
          .outputs = output[3],
          .taps = 1,
          .inputs = input[3],
          .lanes = LanesOn(GroupsFor(output[3], 4), limits)};
}

uint64_t MatrixFloats(const WinogradTiles& tiles, int channels) {
  return uint64_t{kMatrices} * tiles.count * static_cast<uint64_t>(channels);
}

// Returns the number of a matrix's columns: channels, or groups of four of them (winograd_tile.glsl).
uint32_t ColumnsOf(int channels, const gpu::Variant& variant) {
  return static_cast<uint32_t>(variant.reads_texels() ? channels / 4 : channels);
}

void EmitInputTransform(Lowering& lowering, const ConvProblem& problem, const WinogradTiles& tiles,
                        gpu::TensorId matrices) {
  const ir::Shape& input = problem.input;
  const gpu::Variant variant = lowering.VariantWhen(true);
  const uint32_t columns = ColumnsOf(input[3], variant);
  shaders::WinogradInput::Push push = {.input_h = input[1],
                                       .input_w = input[2],
                                       .pad_top = problem.window.pad_top,
                                       .pad_left = problem.window.pad_left};
  SetWinogradTiles(tiles, columns, push);
  SetStrides(problem.strides.In(variant.reads_texels() ? 4 : 1), push);
  const int64_t sharers = variant.reads_texels() ? 2 : 1;  // invocations that share a tile
  lowering.EmitPart<shaders::WinogradInput>(
      {.kLocalSizeX = kInvocations, .kPaired = StoresInPairs(variant, input[3], kMatrices)}, push,
      {.source = lowering.Input(kConvInput), .result = matrices},
      FlatGroups(sharers * tiles.count * columns, kInvocations, lowering.limits()), variant);
}

// Emits 36 matrix multiplications at once: each is a row of an image whose pixels are tiles.
void EmitMatmuls(Lowering& lowering, const FilterLayout& layout, const WinogradTiles& tiles,
                 gpu::TensorId matrices, gpu::TensorId products) {
  const auto transform = [layout](std::span<const float> filter) {
    return TransformWinogradFilter(filter, layout.outputs, layout.inputs);
  };
  const RowMatmuls shape = {.filters = kMatrices,
                            .pixels = static_cast<int>(tiles.count),
                            .inputs = layout.inputs,
                            .outputs = layout.outputs};
  const gpu::TensorId filter = AddPackedFloats(
      lowering, {"winograd filter", kConvFilter, FilterPacking(layout), "winograd filter"}, transform);
  EmitRowMatmulsPart(
      lowering, shape,
      {.source = matrices, .weights = filter, .bias = AddNoBias(lowering, layout), .result = products});
}

void EmitOutputTransform(Lowering& lowering, const ir::Shape& output, const WinogradTiles& tiles,
                         gpu::TensorId products, int activation) {
  const gpu::Variant variant = lowering.VariantWhen(true);
  const uint32_t columns = ColumnsOf(output[3], variant);
  shaders::WinogradOutput::Push push = {.output_h = static_cast<uint32_t>(output[1]),
                                        .output_w = static_cast<uint32_t>(output[2])};
  SetWinogradTiles(tiles, columns, push);
  lowering.Emit<shaders::WinogradOutput>(
      {.kLocalSizeX = kInvocations, .kPaired = StoresInPairs(variant, output[3], kTileSize * kTileSize)},
      push,
      {.products = products,
       .bias = AddPackedRows(lowering, "bias", kConvBias, 1, output[3]),
       .result = lowering.Output()},
      FlatGroups(int64_t{tiles.count} * columns, kInvocations, lowering.limits()),
      ActivationSteps(activation), variant);
}

// Returns the time to read one weight, in multiply-adds: the more of them run at once, the more pass
// meanwhile.
int64_t WeightCost(const gpu::DeviceLimits& limits) { return limits.runs_on_cpu ? 1 : 16; }

// Share of the direct convolution's work that is a clear saving. The estimate counts neither the memory nor
// the larger error.
constexpr double kClear = 0.75;

// Returns ok if Winograd's algorithm computes the problem. The host transforms the filter. Texels are whole
// vectors, and values of 8 bits are stored in fours.
Status Fits(const Lowering& lowering, const ConvProblem& problem) {
  LITEVK_RETURN_IF_ERROR(StoresNoFloat16(lowering));
  LITEVK_RETURN_IF_ERROR(kConvTiled.fits(lowering, problem));
  const bool reads_texels = lowering.limits().profile.prefers_texel_loads;
  if (!lowering.limits().profile.winograd) return Unfit("disable_winograd is set");
  if (!lowering.view().input_is_known(kConvFilter)) return Unfit("a run computes the filter");
  if (problem.layout.groups > 1) return Unfit("the convolution has groups");
  if (reads_texels && !problem.has_whole_inputs()) return Unfit("the inputs are no whole vectors");
  if (!reads_texels && lowering.fused().epilogue.store.exists()) {
    return Unfit("the output is stored in 8 bits, by single values");
  }
  if (!WinogradFits(problem.input, problem.output, problem.window, lowering.limits())) {
    return Unfit("the window is not 3x3 at stride 1, or the matrices exceed the device's limits");
  }
  return {};
}

std::vector<Configuration> ConfigurationsFor(const Lowering& lowering, const ConvProblem& problem) {
  const double direct = kConvTiled.configurations(lowering, problem).front().time;
  const double share = WinogradShare(problem.input, problem.output, lowering.limits());
  return {{"winograd", direct * share / kClear}};
}

void Emit(Lowering& lowering, const ConvProblem& problem, size_t /*configuration*/) {
  const ir::Shape& input = problem.input;
  const ir::Shape& output = problem.output;
  const WinogradTiles tiles = WinogradTilesOf(output, kTileSize);
  const FilterLayout layout = LayoutOf(input, output, lowering.limits());
  const gpu::TensorId matrices =
      lowering.AddScratch("winograd input", MatrixFloats(tiles, input[3]), gpu::Storage::kFloat32);
  const gpu::TensorId products =
      lowering.AddScratch("winograd products", MatrixFloats(tiles, output[3]), gpu::Storage::kFloat32);
  EmitInputTransform(lowering, problem, tiles, matrices);
  EmitMatmuls(lowering, layout, tiles, matrices, products);
  EmitOutputTransform(lowering, output, tiles, products, problem.activation);
}

}  // namespace

WinogradTiles WinogradTilesOf(const ir::Shape& output, int size) {
  const uint32_t h = GroupsFor(output[1], size);
  const uint32_t w = GroupsFor(output[2], size);
  return {h, w, static_cast<uint32_t>(output[0]) * h * w};
}

bool IsThreeByThree(const ConvWindow& window) {
  return window.filter_h == 3 && window.filter_w == 3 && window.stride_h == 1 && window.stride_w == 1 &&
         window.dilation_h == 1 && window.dilation_w == 1;
}

bool WinogradFits(const ir::Shape& input, const ir::Shape& output, const ConvWindow& window,
                  const gpu::DeviceLimits& limits) {
  const bool is_aligned = input[3] % 4 == 0 && output[3] % 4 == 0;
  if (!IsThreeByThree(window) || (limits.profile.prefers_texel_loads && !is_aligned)) return false;
  const WinogradTiles tiles = WinogradTilesOf(output, kTileSize);
  const FilterLayout layout = LayoutOf(input, output, limits);
  const auto bytes = [](uint64_t floats) { return gpu::BytesOf(floats, gpu::Storage::kFloat32); };
  const uint64_t matrices = bytes(MatrixFloats(tiles, input[3]));
  const uint64_t products = bytes(MatrixFloats(tiles, output[3]));
  return std::max({bytes(layout.FilterFloats()), matrices, products}) <= limits.max_tensor_bytes() &&
         matrices + products <= limits.memory_bytes / limits.profile.scratch_divisor;
}

double WinogradShare(const ir::Shape& input, const ir::Shape& output, const gpu::DeviceLimits& limits) {
  const WinogradTiles tiles = WinogradTilesOf(output, kTileSize);
  const int64_t filters = int64_t{input[3]} * output[3];
  // Lanes that share pixels take whole groups of them.
  const uint32_t group = limits.profile.prefers_texel_loads ? kSharers : 1;
  const auto cost = [&](int64_t rows) {
    return int64_t{GroupsFor(rows, group)} * group + WeightCost(limits);
  };
  const int64_t direct = kTaps * filters * cost(output.Rows());
  const int64_t products = kMatrices * filters * cost(tiles.count);
  const int64_t transforms = kTransformCost * kMatrices * tiles.count * (input[3] + output[3]);
  return static_cast<double>(products + transforms) / static_cast<double>(direct);
}

bool WinogradPays(const ir::Shape& input, const ir::Shape& output, const ConvWindow& window,
                  const gpu::DeviceLimits& limits) {
  return limits.profile.winograd && WinogradFits(input, output, window, limits) &&
         WinogradShare(input, output, limits) < kClear;
}

std::vector<float> TransformWinogradFilter(std::span<const float> filter, int outputs, int inputs) {
  const auto channels = static_cast<size_t>(inputs);
  const size_t pairs = static_cast<size_t>(outputs) * channels;
  std::vector<float> result(kMatrices * pairs);
  std::vector<double> columns(size_t{2} * kTaps * channels);  // G g of one output channel: [6][3][inputs]
  for (size_t first = 0; first < pairs; first += channels) {
    const float* const taps = filter.data() + first * kTaps;
    for (size_t i = 0; i < 6; ++i) {
      const auto& g = kWinogradFilter[i];
      for (size_t at = 0; at < 3 * channels; ++at) {
        columns[i * 3 * channels + at] =
            g[0] * taps[at] + g[1] * taps[3 * channels + at] + g[2] * taps[6 * channels + at];
      }
    }
    for (size_t ij = 0; ij < kMatrices; ++ij) {
      const auto& g = kWinogradFilter[ij % 6];
      const double* const row = columns.data() + ij / 6 * 3 * channels;
      float* const out = result.data() + ij * pairs + first;
      for (size_t at = 0; at < channels; ++at) {
        out[at] =
            static_cast<float>(g[0] * row[at] + g[1] * row[channels + at] + g[2] * row[2 * channels + at]);
      }
    }
  }
  return result;
}

const ConvAlgorithm kConvWinograd = {
    .name = "winograd", .fits = Fits, .configurations = ConfigurationsFor, .emit = Emit};

}  // namespace litevk
