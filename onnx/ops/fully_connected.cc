#include <algorithm>

#include "onnx/common/activation.h"
#include "onnx/conv/convolution.h"
#include "onnx/conv/layer_bias.h"
#include "onnx/conv/layer_sums.h"
#include "onnx/elementwise/fused_activation.h"
#include "onnx/write/node_writer.h"
#include "runtime/opset/quantized/fixed_point.h"

namespace litevk::to_onnx {

// Layout of the weights as those of a convolution with a window of one pixel.
static const Permutation kPixelWeights = {2, 3, 0, 1};

static int ActivationOf(const NodeFacts& node) {
  return node.params<abi::TfLiteFullyConnectedParams>().activation;
}

static bool Follows(NodeWriter& node) { return FollowsLayer(node, 0, 2, false); }

static bool HasWideSums(const NodeFacts& node) {
  const auto& params = node.params<abi::TfLiteFullyConnectedParams>();
  return node.input(0).type == ir::DataType::kInt16 && !HasNarrowSums(params.quantized_bias_type);
}

// Returns sums, whose channels lie in dim 1 of `rank`, as quantized values of the output.
static Name IntegersOfSums(NodeWriter& node, const Name& sums, size_t rank) {
  const ir::Quantization& weights = node.input(1).quantization;
  const auto multipliers =
      DoubleMultipliersOf(node.input(0).quantization, weights, node.output(0).quantization,
                          static_cast<int>(weights.scales.size()));
  const Name biased =
      HasWideSums(node) ? WithWideBias(node, sums, 2, rank) : WithNarrowBias(node, sums, 0, 2, rank);
  const double largest = HasWideSums(node) ? LargestSum(node, 0, 2) : kBeyondInt32;
  const bool may_leave = largest * *std::ranges::max_element(multipliers) >= kBeyondInt32 - 1;
  const Name steps = StepsRoundedOnce(node.onnx(), biased, multipliers, rank);
  return IntegersOfSteps(node, may_leave ? InInt32(node, steps) : steps);
}

// Returns the value of input 0 as rows of a matrix. Elements behind the last whole row are dropped.
static Name InRows(NodeWriter& node, const Name& value, const std::vector<int64_t>& matrix) {
  Emitter& onnx = node.onnx();
  const int64_t elements = node.input(0).dims.NumElements();
  const int64_t read = matrix[0] * matrix[1];
  if (elements == read) return onnx.Reshape(value, matrix);
  return onnx.Reshape(onnx.Slice(onnx.Reshape(value, {elements}), {0}, {read}, {0}), matrix);
}

// int16 weights have 64-bit sums and 16-bit multipliers.
static Status WideRows(NodeWriter& node, const std::vector<int64_t>& matrix) {
  Emitter& onnx = node.onnx();
  const Name value = InRows(node, ReadWhole(node, 0, node.permutation(0)), matrix);
  const Name sums = onnx.Add("Gemm", {value, onnx.Cast(node.ReadWholeColumns(1), ir::DataType::kFloat64)},
                             {{"transB", int64_t{1}}});
  const ir::Quantization& weights = node.input(1).quantization;
  const auto multipliers = WideMultipliersOf(node.input(0).quantization, weights, node.output(0).quantization,
                                             static_cast<int>(weights.scales.size()));
  const Name steps =
      Rescaled(node, WithWideBias(node, sums, 2, 2), {multipliers, true, LargestSum(node, 0, 2)}, {0, 1});
  return WriteSteps(node, onnx.Reshape(steps, WrittenDims(node.output(0).dims, {})), ActivationOf(node), {});
}

static Status FixedPointRows(NodeWriter& node, const std::vector<int64_t>& matrix) {
  const Name weights = node.ReadWholeColumns(1);
  const Name sums = WholeSums(node, 0, node.permutation(0), [&](const Name& value) {
    return node.onnx().Add("Gemm", {InRows(node, value, matrix), weights}, {{"transB", int64_t{1}}});
  });
  const Name integers = IntegersOfSums(node, sums, 2);
  const Name shaped = node.onnx().Reshape(integers, WrittenDims(node.output(0).dims, {}));
  return WriteActivatedQuantized(node, shaped, ActivationOf(node), {});
}

// Applies the layer to each pixel of an image whose channels come first.
static Status Pointwise(NodeWriter& node) {
  const Permutation& image = node.permutation(0);
  if (Follows(node) && node.input(1).type != ir::DataType::kInt16) {
    const Name weights = node.quantized().ReadScaled(1, kPixelWeights, 1);
    const Name sums = WholeSums(node, 0, image, [&](const Name& value) {
      return node.onnx().Add("Conv", {value, weights});
    });
    return WriteActivatedQuantized(node, IntegersOfSums(node, sums, image.size()), ActivationOf(node), image);
  }
  return Convolution(node, {.weights_permutation = kPixelWeights,
                            .sides = {{1, 1, 1}, {1, 1, 1}},
                            .padding = abi::kTfLitePaddingValid,
                            .activation = ActivationOf(node),
                            .image_permutation = image});
}

// Uses Gemm rather than MatMul, since onnxruntime fuses Gemm into integers.
static Status FullyConnected(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteFullyConnectedParams>();
  if (params.weights_format != abi::kTfLiteFullyConnectedWeightsFormatDefault) {
    return Unsupported("its weights are shuffled");
  }
  if (node.input(1).dims.rank() != 2) return Unsupported("its weights are no matrix");
  if (!node.output_permutation(0).empty()) return Pointwise(node);
  if (!node.columns().dims.empty() && node.input(1).quantization.block_size != 0)
    return Unsupported("its weights have scales of blocks, and their columns are in another order here");
  const ir::Shape& weights = node.input(1).dims;
  const int64_t rows = weights[1] == 0 ? 0 : node.input(0).dims.NumElements() / weights[1];
  const std::vector<int64_t> matrix = {rows, weights[1]};
  const bool is_wide = node.input(1).type == ir::DataType::kInt16;
  if (Follows(node)) return (is_wide ? WideRows : FixedPointRows)(node, matrix);
  const bool is_matrix = WrittenDims(node.input(0).dims, node.permutation(0)) == matrix;
  const bool has_rest = node.input(0).dims.NumElements() != rows * weights[1];
  const Name value = has_rest    ? InRows(node, node.Read(0), matrix)
                     : is_matrix ? node.Read(0)
                                 : node.ReadReshaped(0, matrix);
  std::vector<Name> inputs = {value, node.ReadColumns(1)};
  const bool is_apart = HasWideBias(node, 2);
  if (node.has(2) && !is_apart) inputs.push_back(node.Read(2, {}));
  Name product = node.onnx().Add("Gemm", inputs, {{"transB", int64_t{1}}});
  if (is_apart) product = AddBias(node, product, 2, 2);
  LITEVK_ASSIGN_OR_RETURN(const Name activated, Activated(node, product, params.activation, {}));
  const ir::Shape& output = node.output(0).dims;
  if (output.rank() == 2) {
    node.Write(0, activated, {});
    return {};
  }
  const Name quantized_and_back =
      node.is_scaled(0) ? node.quantized().QuantizedAndBack(0, activated, {}) : activated;
  node.Write(0, node.onnx().Reshape(quantized_and_back, WrittenDims(output, {})), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(fully_connected, .write = FullyConnected,
               .layer = {.bias_input = 2,
                         .activation = FusedActivation<abi::TfLiteFullyConnectedParams>,
                         .with_activation = WithActivation<abi::TfLiteFullyConnectedParams>})
