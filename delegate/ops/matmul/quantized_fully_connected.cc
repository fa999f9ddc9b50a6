#include "delegate/ops/matmul/quantized_fully_connected.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <string>
#include <utility>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/common/algorithm.h"
#include "delegate/ops/common/double_multiplier.h"
#include "delegate/ops/common/elements.h"
#include "delegate/ops/common/packed_constant.h"
#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/conv/quantized_algorithms.h"
#include "delegate/ops/conv/quantized_constants.h"
#include "delegate/ops/matmul/quantized_fully_connected_pack.h"
#include "delegate/ops/matmul/quantized_fully_connected_split.h"
#include "delegate/ops/matmul/quantized_fully_connected_tiles.h"
#include "delegate/ops/move/strided.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/quantized/weights_zero_point.h"
#include "shaders/matmul/quantized_fully_connected.h"

namespace litevk {
namespace {

using Shader = shaders::QuantizedFullyConnected;
using Params = abi::TfLiteFullyConnectedParams;

// Algorithms of exact sums, as the codes of the shader.
enum class Sums : uint32_t { kOfChunks, kOfQuads, kOfByteParts };
enum class Scale : uint32_t { kDouble, kDouble64, kRescale64 };

// Arithmetic of a node's sums.
struct Arithmetic {
  Sums sums;
  uint32_t chunk;  // fours of inputs whose products are added up before they join the sum
  Scale scale;
};

bool HasNarrowSums(const NodeView& view) {
  return view.input(kConvInput).type != ir::DataType::kInt16 ||
         litevk::HasNarrowSums(view.params<Params>().quantized_bias_type);
}

// Floats hold integers up to 2^24: 1,024 products of int8, 256 of bytes without their zero points, 4 of int16
// and int8. Integers of 32 bits hold 256 products of bytes and weights of 16 bits, and 128 with weights of 17
// bits.
Arithmetic ArithmeticOf(const NodeView& view) {
  const ir::Tensor& weights = view.input(kConvFilter);
  const bool has_zero_point = ZeroPointOfWeights(weights) != 0;
  if (weights.type == ir::DataType::kInt16) {
    return {Sums::kOfByteParts, has_zero_point ? 32U : 64U, Scale::kRescale64};
  }
  const Scale scale = HasNarrowSums(view) ? Scale::kDouble : Scale::kDouble64;
  if (view.input(kConvInput).type == ir::DataType::kInt16) {
    return {has_zero_point ? Sums::kOfByteParts : Sums::kOfQuads, 64, scale};
  }
  const bool is_int8 = view.input(kConvInput).type == ir::DataType::kInt8 && !has_zero_point;
  return {Sums::kOfChunks, is_int8 ? 256U : 64U, scale};
}

Result<std::vector<int32_t>> KnownIntegers(const ir::Graph& graph, ir::TensorId id) {
  LITEVK_ASSIGN_OR_RETURN(const KnownValue value, EvaluateKnown(graph, id));
  return IntegersOf(graph.tensor(id), value.bytes());
}

// Returns the multiplier of each output, in the words that the shader reads.
std::vector<std::array<uint32_t, 3>> MultiplierWords(const NodeView& view, int outputs) {
  const ir::Quantization& input = view.input(kConvInput).quantization;
  const ir::Quantization& weights = view.input(kConvFilter).quantization;
  const ir::Quantization& output = view.output().quantization;
  std::vector<std::array<uint32_t, 3>> words;
  words.reserve(static_cast<size_t>(outputs));
  if (ArithmeticOf(view).scale == Scale::kRescale64) {
    for (const FixedPoint& multiplier : WideMultipliersOf(input, weights, output, outputs)) {
      const WideMultiplier wide = Widen(multiplier);
      words.push_back({static_cast<uint32_t>(wide.multiplier), static_cast<uint32_t>(wide.right), 0});
    }
    return words;
  }
  for (const double multiplier : DoubleMultipliersOf(input, weights, output, outputs)) {
    const DoubleMultiplier real = ToDoubleMultiplier(multiplier);
    words.push_back({static_cast<uint32_t>(real.bits), static_cast<uint32_t>(real.bits >> 32),
                     static_cast<uint32_t>(real.exponent)});
  }
  return words;
}

gpu::TensorId AddWeights(Lowering& lowering, const WordsOfWeights& layout) {
  return AddPackedIntegers(lowering,
                           {"quantized weights", kConvFilter, FullyConnectedPacking(layout),
                            "in words of a fully connected layer"},
                           layout.WeightWords(), gpu::Storage::kBits32);
}

gpu::TensorId AddChannels(Lowering& lowering, const WordsOfWeights& layout) {
  const NodeView& view = lowering.view();
  const ir::TensorId bias_id = view.has_input(kConvBias) ? view.input_id(kConvBias) : ir::kAbsent;
  const auto write = [graph = &view.graph(), weights_id = view.input_id(kConvFilter), bias_id, layout,
                      multipliers = MultiplierWords(view, layout.outputs),
                      zero_point = ZeroPointOf(view.input(kConvInput))](std::span<std::byte> out) -> Status {
    LITEVK_ASSIGN_OR_RETURN(const std::vector<int32_t> weights, KnownIntegers(*graph, weights_id));
    LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> bias, BiasesOf(*graph, bias_id));
    const std::vector<uint64_t> biases = BiasesWithout(zero_point, weights, bias, layout);
    std::vector<ChannelConstants> channels;
    channels.reserve(biases.size());
    for (size_t i = 0; i < biases.size(); ++i) channels.push_back({biases[i], multipliers[i]});
    PackChannels(channels, ElementsOf<uint32_t>(out));
    return {};
  };
  return lowering.AddConstant("quantized channels", layout.ChannelWords(), gpu::Storage::kBits32, write,
                              KeyOfChannels(lowering, kConvInputs, "in words"));
}

Shader::Push PushOf(const NodeView& view, const WordsOfWeights& layout) {
  const ir::Tensor& input = view.input(kConvInput);
  const auto range = QuantizedRangeOf(view.params<Params>().activation, view.output());
  assert(range.ok());  // QuantizedBoundsAreKnown
  return {.inputs = static_cast<uint32_t>(layout.inputs),
          .rows = static_cast<uint32_t>(view.output().dims.Rows()),
          .quads = layout.Quads(),
          .blocks = layout.Blocks(),
          .last_word = LastWordOf(input),
          .weights_zero_point = layout.zero_point,
          .output_zero_point = ZeroPointOf(view.output()),
          .least = range->min,
          .most = range->max};
}

// A layer as its algorithms see it.
struct Layer {
  WordsOfWeights words;
  Result<FullyConnectedTiles> tiles;  // without a value: tiles do not compute the layer

  std::string Parameters() const { return tiles.ok() ? tiles->Parameters() : "by " + words.Key(); }
};

std::vector<RowSplit> SplitsOf(const Lowering& lowering, const Layer& layer) {
  return RowSplits(lowering, layer.words, lowering.output_dims().Rows(),
                   ArithmeticOf(lowering.view()).scale == Scale::kDouble);
}

// Emits the layer to `result`, whose rows are whole blocks of four outputs.
void EmitBlocks(Lowering& lowering, const WordsOfWeights& layout, const RowSplit& split,
                gpu::TensorId result) {
  const NodeView& view = lowering.view();
  const Shader::Push push = PushOf(view, layout);
  const Arithmetic arithmetic = ArithmeticOf(view);
  const uint32_t tiles = GroupsFor(push.rows, split.tile);
  const uint32_t depth = GroupsFor(tiles, lowering.limits().max_workgroup_count[1]);
  Shader::Spec spec = {
      .kLocalSizeX = kSplitInvocations,
      .kTile = split.tile,
      .kLanes = split.lanes,
      .kSourceAligned = layout.inputs % 4 == 0,
      .kSourceKind = KindOf(view.input(kConvInput)),
      .kSourceBytes = lowering.InputBytes(kConvInput),
      .kWeightBits = layout.bits,
      .kWeightKind = KindOf(view.input(kConvFilter)),
      .kSums = static_cast<uint32_t>(split.variant.dot_products ? Sums::kOfQuads : arithmetic.sums),
      .kChunk = arithmetic.chunk,
      .kScale = static_cast<uint32_t>(arithmetic.scale),
      .kResultBytes = static_cast<uint32_t>(ir::ByteSize(lowering.view().output().type)),
      .kShiftsWeights = layout.zero_point != 0};
  const Shader::Bindings bindings = {.source = lowering.Input(kConvInput),
                                     .weights = AddWeights(lowering, layout),
                                     .channels = AddChannels(lowering, layout),
                                     .result = result};
  lowering.EmitPart<Shader>(spec, push, bindings,
                            {GroupsFor(layout.Blocks(), split.lanes), GroupsFor(tiles, depth), depth},
                            split.variant);
}

// Emits the layer. Blocks of four outputs are whole words, from which an output of any other size is copied.
void EmitSplit(Lowering& lowering, const Layer& layer, const RowSplit& split) {
  const WordsOfWeights& layout = layer.words;
  if (layout.outputs % 4 == 0) {
    EmitBlocks(lowering, layout, split, lowering.Output());
    return;
  }
  const int64_t rows = lowering.output_dims().Rows();
  const int64_t pitch = int64_t{layout.Blocks()} * 4;
  const gpu::TensorId blocks =
      lowering.AddScratch("blocks of outputs", static_cast<uint64_t>(rows * pitch), lowering.OutputStorage());
  EmitBlocks(lowering, layout, split, blocks);
  EmitCopy(lowering, blocks, {.source = {{rows, pitch}, {layout.outputs, 1}}});
}

std::vector<Int8TilePlan> TilePlansOf(const Lowering& lowering, const Layer& layer) {
  return PlansOf(lowering, *layer.tiles);
}

void EmitTiles(Lowering& lowering, const Layer& layer, const Int8TilePlan& plan) {
  EmitFullyConnectedTiles(lowering, *layer.tiles, plan);
}

Status TilesFit(const Lowering& /*lowering*/, const Layer& layer) { return layer.tiles.status(); }

Status SplitsFit(const Lowering& /*lowering*/, const Layer& layer) {
  return layer.tiles.ok() ? Unfit("tiles compute the layer") : Status();
}

constexpr auto kTiled = AlgorithmOfPlans<Layer, TilePlansOf, EmitTiles>("tiled", TilesFit);
constexpr auto kSplit = AlgorithmOfPlans<Layer, SplitsOf, EmitSplit>("split", SplitsFit);

void Lower(Lowering& lowering) {
  static constexpr std::array kAlgorithms = {&kTiled, &kSplit};
  const Layer layer = {.words = WordsOf(lowering.view().input(kConvFilter)),
                       .tiles = FullyConnectedTilesOf(lowering)};
  EmitChosen(lowering, layer.Parameters(), layer, kAlgorithms);
}

// True if the bias of an int16 layer has the type that the parameter says.
bool BiasTypeMatches(const NodeView& view) {
  if (!view.has_input(kConvBias) || view.input(kConvInput).type != ir::DataType::kInt16) return true;
  if (view.input(kConvFilter).type == ir::DataType::kInt16) return true;
  return (view.input(kConvBias).type == ir::DataType::kInt32) == HasNarrowSums(view);
}

bool Fits(const NodeView& view) {
  const WordsOfWeights layout = WordsOf(view.input(kConvFilter));
  const ir::Shape& output = view.output().dims;
  // If dims are unknown, the verdict on the plan's own dims decides.
  const uint64_t rows = output.has_unknown() ? 0 : static_cast<uint64_t>(output.Rows());
  const uint64_t words = std::max({layout.WeightWords(), layout.ChannelWords(), rows * layout.Blocks() * 2});
  return gpu::BytesOf(words, gpu::Storage::kBits32) <= view.limits().max_tensor_bytes() &&
         GroupsFor(layout.Blocks(), 2) <= view.limits().max_workgroup_count[0];
}

// True if the output's scale is above 0. TFLite makes the lowest int32 of sums that are divided by a scale of
// 0, also of a sum of 0.
bool OutputScaleIsAboveZero(const NodeView& view) { return ScaleOf(view.output()) > 0; }

// True if the layer's own dispatch writes the output, of 8 bits.
bool WritesWordsOfBytes(const NodeView& view) {
  return ir::ByteSize(view.output().type) == 1 && view.input(kConvFilter).dims[0] % 4 == 0;
}

// Returns the cost. Products of two int8 take half the time of floats if the device accelerates dot products;
// else as long.
double DeviceFlops(const NodeView& view) {
  const bool are_bytes = view.input(kConvInput).type == ir::DataType::kInt8 &&
                         view.input(kConvFilter).type == ir::DataType::kInt8;
  const bool has_dots = view.limits().dot_product == gpu::PackedDotProduct::kAccelerated;
  return (are_bytes && has_dots ? IntegerTime(view.limits()) : 1) * FlopsOf(view);
}

}  // namespace

GpuKernel QuantizedFullyConnectedKernel(std::string_view signature) {
  return {.signature = signature,
          .note = "with the CPU's result bit for bit",
          .constraints =
              {{"weights of integers are constant", InputIsKnown<kConvFilter>},
               {"a bias of integers is constant", InputIsKnown<kConvBias>},
               {"the bias has the type that the parameter quantized_bias_type says", BiasTypeMatches},
               {"the bounds of the fused activation, in the scale of an output of integers, have 32 bits",
                QuantizedBoundsAreKnown<Params>},
               {"the scale of an output of integers is above 0", OutputScaleIsAboveZero},
               {"the prepacked weights fit the device's limits", Fits, DimsAreKnown<kConvFilter>}},
          .device_flops = DeviceFlops,
          .epilogue = {.takes = InFixedPoint<WritesWordsOfBytes>},
          .reads_strided = FindsOffsets,
          .writes_strided = StridedResult::kAnywhere,
          .lower = Lower};
}

}  // namespace litevk
