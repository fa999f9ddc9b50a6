#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/common/algorithm.h"
#include "delegate/ops/conv/conv_algorithms.h"
#include "delegate/ops/conv/dynamic_int8_conv_2d.h"
#include "delegate/ops/conv/filter_fits.h"
#include "delegate/ops/conv/quantized_conv_2d.h"
#include "delegate/ops/matmul/dynamic_int8_matmul.h"
#include "delegate/ops/matmul/int8_weights_in_uint8.h"
#include "delegate/ops/matmul/quantized_fully_connected.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

using Params = abi::TfLiteFullyConnectedParams;

// Time of workgroups that share the depth relative to tiles that are full.
constexpr double kSplitTime = 2;
// Rows in the time that a GPU is idle because tiles make few workgroups. From eight rows on, it runs them
// faster than dynamic_int8_matmul.comp.
constexpr double kIdleRows = 7.5;

// True if rows times inputs make the input, and rows times outputs the output, with or without keep_num_dims.
// Elements behind the input's last whole row do not count.
bool SizesMatch(const NodeView& view) {
  const ir::Shape& weights = view.input(kConvFilter).dims;
  if (weights.rank() != 2 || weights[0] < 1 || weights[1] < 1) return false;
  const int64_t elements = view.input(kConvInput).dims.NumElements();
  const ir::Shape& output = view.output().dims;
  return output.channels() == weights[0] && output.NumElements() == elements / weights[1] * weights[0];
}

bool Fits(const NodeView& view) {
  const ir::Shape& weights = view.input(kConvFilter).dims;
  return FilterFits({.outputs = weights[0], .inputs = weights[1]}, view.limits());
}

bool WeightsAreInOrder(const NodeView& view) {
  return view.params<Params>().weights_format == abi::kTfLiteFullyConnectedWeightsFormatDefault;
}

// Emits the layer as a convolution: weights of [outputs][inputs] are a filter of one tap.
void Lower(Lowering& lowering) {
  const ir::Shape& weights = lowering.view().input(kConvFilter).dims;
  const auto rows = static_cast<int>(lowering.output_dims().Rows());
  EmitConv(lowering,
           Conv2dProblem(lowering, {1, 1, rows, weights[1]}, {1, 1, rows, weights[0]}, {}, 1,
                         lowering.view().params<Params>().activation),
           Conv2dAlgorithms());
}

bool ReadsRows(const NodeView& view, const StridedInput& input) {
  if (input.index != kConvInput) return FindsOffsets(view, input);
  const int channels = view.input(kConvFilter).dims[1];
  const int64_t elements = input.dims.NumElements();
  return elements % channels == 0 && ArePixels(elements / channels, channels, input.rows);
}

DynamicInt8Matmul DynamicInt8MatmulOf(const NodeView& view) {
  const ir::Shape& weights = view.input(kConvFilter).dims;
  const auto& params = view.params<Params>();
  const ir::Shape& input = view.input(kConvInput).dims;
  // If dims are unknown, the verdict on the plan's own dims decides.
  const int64_t rows = input.has_unknown() ? 1 : input.NumElements() / weights[1];
  return {.left = {.rows = rows, .depth = weights[1], .is_asymmetric = params.asymmetric_quantize_inputs},
          .right = {.outputs = weights[0], .inputs = weights[1], .bits = WeightBits(view.input(kConvFilter))},
          .rows = rows,
          .bias = kConvBias,
          .activation = params.activation};
}

// Returns the product for weights with a scale for each block of a row. Inputs are then asymmetric, whatever
// the node says.
DynamicInt8Matmul BlockMatmulOf(const NodeView& view) {
  DynamicInt8Matmul matmul = DynamicInt8MatmulOf(view);
  matmul.left.is_asymmetric = true;
  matmul.right.block = view.input(kConvFilter).quantization.block_size;
  return matmul;
}

bool BlocksAreWholeQuads(const NodeView& view) {
  return view.input(kConvFilter).quantization.block_size % 4 == 0;
}

// Returns the steps of an activation that is elementwise. Infinities pass, unlike in convolutions.
std::optional<std::vector<EpilogueStep>> StepsOf(int activation) {
  switch (activation) {
    case abi::kTfLiteActNone:
      return std::vector<EpilogueStep>();
    case abi::kTfLiteActRelu:
      return std::vector<EpilogueStep>{{.op = EpilogueOp::kRelu}};
    case abi::kTfLiteActRelu6:
      return std::vector<EpilogueStep>{{.op = EpilogueOp::kRelu6}};
    case abi::kTfLiteActReluN1To1:
      return std::vector<EpilogueStep>{{.op = EpilogueOp::kReluN1To1}};
    default:
      return std::nullopt;
  }
}

bool MayTakeTiles(const NodeView& view) {
  return view.input_is_known(kConvFilter) && WeightBits(view.input(kConvFilter)) != 2;
}

double FlopsOfDynamicInt8(const NodeView& view) {
  return MayTakeTiles(view) ? FlopsOfDynamicInt8Conv(view) : FlopsOfIntegers(view);
}

// Returns the matrix multiplication as a convolution whose images are rows, of one pixel each.
DynamicInt8Problem RowsAsImages(const DynamicInt8Matmul& matmul, std::vector<EpilogueStep> steps) {
  const auto size = [](int64_t value) { return static_cast<int>(value); };
  const FilterLayout layout = {
      .outputs = size(matmul.right.outputs), .taps = 1, .inputs = size(matmul.right.inputs)};
  return {.input = {size(matmul.rows), 1, 1, layout.inputs},
          .output = {size(matmul.rows), 1, 1, layout.outputs},
          .layout = layout,
          .steps = std::move(steps),
          .is_asymmetric = matmul.left.is_asymmetric};
}

// A layer as its algorithms see it.
struct DynamicInt8Layer {
  DynamicInt8Matmul matmul;
  std::optional<std::vector<EpilogueStep>> steps;  // the activation; none if it is not elementwise

  DynamicInt8Problem Images() const { return RowsAsImages(matmul, *steps); }
};

Status TilesFit(const Lowering& lowering, const DynamicInt8Layer& layer) {
  if (!layer.steps) return Unfit("the activation is not elementwise");
  if (!MayTakeTiles(lowering.view())) return Unfit("a run computes the weights, or they have 2 bits");
  if (!DynamicInt8TilesFit(layer.Images().layout, lowering.limits())) {
    return Unfit("the constants in tiles exceed the device's limits");
  }
  return {};
}

// Returns tiles that share weights. Few rows leave a GPU idle, while a CPU is busy with few workgroups.
std::vector<Configuration> TileConfigurations(const Lowering& lowering, const DynamicInt8Layer& layer) {
  const double few = lowering.limits().runs_on_cpu ? 0 : kIdleRows / static_cast<double>(layer.matmul.rows);
  return ScaledTo((1 + few) * FlopsOfDynamicInt8Conv(lowering.view()),
                  ConfigurationsOf(DynamicInt8TilePlans(lowering, layer.Images())));
}

void EmitTiles(Lowering& lowering, const DynamicInt8Layer& layer, size_t configuration) {
  const DynamicInt8Problem images = layer.Images();
  EmitDynamicInt8Tiles(lowering, images, DynamicInt8TilePlans(lowering, images)[configuration]);
}

Status SplitsFit(const Lowering& /*lowering*/, const DynamicInt8Layer& /*layer*/) { return {}; }

// Returns workgroups that share the depth.
std::vector<Configuration> SplitConfigurations(const Lowering& lowering, const DynamicInt8Layer& layer) {
  return ScaledTo(kSplitTime * FlopsOfDynamicInt8Conv(lowering.view()),
                  ConfigurationsOf(DynamicInt8Splits(layer.matmul, lowering.limits())));
}

void EmitSplit(Lowering& lowering, const DynamicInt8Layer& layer, size_t configuration) {
  EmitDynamicInt8Matmul(lowering, layer.matmul,
                        DynamicInt8Splits(layer.matmul, lowering.limits())[configuration]);
}

constexpr Algorithm<DynamicInt8Layer> kDynamicInt8Tiled = {
    .name = "tiled", .fits = TilesFit, .configurations = TileConfigurations, .emit = EmitTiles};
constexpr Algorithm<DynamicInt8Layer> kDynamicInt8Split = {
    .name = "split", .fits = SplitsFit, .configurations = SplitConfigurations, .emit = EmitSplit};

void LowerDynamicInt8(Lowering& lowering) {
  static constexpr std::array kAlgorithms = {&kDynamicInt8Tiled, &kDynamicInt8Split};
  const DynamicInt8Matmul matmul = DynamicInt8MatmulOf(lowering.view());
  EmitChosen(lowering, matmul.right.Key() + " hybrid", DynamicInt8Layer{matmul, StepsOf(matmul.activation)},
             kAlgorithms);
}

void LowerBlocks(Lowering& lowering) { EmitDynamicInt8Matmul(lowering, BlockMatmulOf(lowering.view())); }

template <DynamicInt8Matmul (*kMatmulOf)(const NodeView& view)>
Constraint WeightsConstraint() {
  return {"the prepacked weights fit the device's limits",
          [](const NodeView& view) { return DynamicInt8MatmulFits(kMatmulOf(view), view.limits()); },
          DimsAreKnown<kConvFilter>};
}

// Returns the kernel of float32 rows and integer weights.
GpuKernel DynamicInt8Kernel(std::string_view signature) {
  return {.signature = signature,
          .note = "rows are quantized in every run, with the CPU's result bit for bit",
          .constraints = {{"the bias beside integer weights is constant", InputIsKnown<kConvBias>},
                          WeightsConstraint<DynamicInt8MatmulOf>()},
          .device_flops = FlopsOfDynamicInt8,
          .epilogue = kFloat32Epilogue,
          .reads_strided = FindsOffsets,
          .lower = LowerDynamicInt8};
}

// Returns the kernel of int8 weights in a tensor of uint8. They are constant, since a run would pack them as
// uint8.
GpuKernel BytesKernel() {
  GpuKernel kernel = WithInt8InUint8(DynamicInt8Kernel("float32xint8"));
  kernel.constraints.insert(kernel.constraints.begin(),
                            {"integer weights in a tensor of uint8 are constant", InputIsKnown<kConvFilter>});
  return kernel;
}

// Returns the kernel of weights that have a scale for each block of a row.
GpuKernel BlocksKernel(std::string_view signature) {
  GpuKernel kernel = DynamicInt8Kernel(signature);
  kernel.constraints.back() = WeightsConstraint<BlockMatmulOf>();
  kernel.constraints.push_back({"the blocks are of a multiple of four weights", BlocksAreWholeQuads});
  kernel.device_flops = FlopsOfIntegers;
  kernel.lower = LowerBlocks;
  return kernel;
}

}  // namespace

OpSpec MakeSpec_fully_connected() {
  return {
      .op_code = abi::kTfLiteBuiltinFullyConnected,
      .constraints = {{"the weights are not sparse", FilterIsDense<kConvFilter>},
                      {"the weights are in the default order", WeightsAreInOrder},
                      {"the bias has one value per output", BiasMatches<kConvFilter, kConvBias, 0>,
                       DimsOfAllAreKnown<kConvFilter, kConvBias>},
                      {"the weights have 2 dims that match the input's and the output's elements", SizesMatch,
                       DimsOfAllAreKnown<kConvInput, kConvFilter>}},
      .kernels = {{.signature = "float32",
                   .constraints = {ActivationConstraint<Params>(),
                                   {"the prepacked weights fit the device's limits", Fits,
                                    DimsAreKnown<kConvFilter>}},
                   .epilogue = kFloat32Epilogue,
                   .reads_strided = ReadsRows,
                   .lower = Lower},
                  QuantizedFullyConnectedKernel("int8"),
                  QuantizedFullyConnectedKernel("int8xint4"),
                  QuantizedFullyConnectedKernel("uint8"),
                  QuantizedFullyConnectedKernel("uint8 to int16"),
                  QuantizedFullyConnectedKernel("int16xint8"),
                  QuantizedFullyConnectedKernel("int16xint4"),
                  QuantizedFullyConnectedKernel("int16"),
                  DynamicInt8Kernel("float32xint8"),
                  BytesKernel(),
                  BlocksKernel("float32xint4 in blocks"),
                  DynamicInt8Kernel("float32xint4"),
                  BlocksKernel("float32xint2 in blocks"),
                  DynamicInt8Kernel("float32xint2")},
  };
}

}  // namespace litevk
