#include "runtime/opset/ops/svdf.h"
#include "onnx/common/fixed_point_sums.h"
#include "onnx/common/reduce.h"
#include "onnx/recurrent/recurrent.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {
namespace {

struct Sizes {
  int64_t batch;
  int64_t filters;
  int64_t memory;
};

Sizes SizesOf(const NodeFacts& node) {
  return {node.input(kInput).dims[0], node.input(kFeatureWeights).dims[0], node.input(kTimeWeights).dims[1]};
}

// Returns the features of the last inputs, one row for each filter: the state with the newest features
// appended.
Name LastFeatures(NodeWriter& node, const Name& state, const Name& features) {
  Emitter& onnx = node.onnx();
  const auto [batch, filters, memory] = SizesOf(node);
  Name newest = onnx.Reshape(features, {batch, filters, 1});
  if (memory == 1) return newest;
  const Name rows = onnx.Reshape(state, {batch, filters, memory});
  return onnx.Concat({onnx.Slice(rows, {1}, {memory}, {2}), newest}, 2);
}

// Returns rows with the dims of the state.
Name StateOf(NodeWriter& node, const Name& rows) {
  const auto [batch, filters, memory] = SizesOf(node);
  return node.onnx().Reshape(rows, {batch, filters * memory});
}

// Returns rows times the weights of time, summed for each unit.
Name UnitsOf(NodeWriter& node, const Name& rows, const Name& weights) {
  const auto [batch, filters, memory] = SizesOf(node);
  const int64_t rank = node.params<abi::TfLiteSVDFParams>().rank;
  const Name products = node.onnx().Add("Mul", {rows, weights});
  const Name units = node.onnx().Reshape(products, {batch, filters / rank, rank * memory});
  return Reduced(node, "ReduceSum", units, {2}, false);
}

// Returns the multiplier and shift from a product of two inputs to the scale of a result.
FixedPoint ProductMultiplier(const NodeFacts& node, SvdfInput left, SvdfInput right,
                             const ir::Tensor& result) {
  const auto scale = [](const ir::Tensor& tensor) { return tensor.quantization.scales.front(); };
  return ProductMultipliers({scale(node.input(left)), scale(node.input(right)), scale(result)}).output;
}

// Returns the features of an input as int16 values, in float64.
Name WholeFeatures(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const std::vector<Name> operands = {ReadWhole(node, kInput, {}), ReadWhole(node, kFeatureWeights, {})};
  const Name sums = onnx.Add("Gemm", operands, {{"transB", int64_t{1}}});
  const FixedPoint multiplier = ProductMultiplier(node, kInput, kFeatureWeights, node.input(kState));
  const auto [lowest, highest] = ir::RangeOf(ir::DataType::kInt16);
  return onnx.Add("Clip",
                  {Rescaled(node, sums, {{multiplier}}, {}), onnx.Doubles({static_cast<double>(lowest)}, {}),
                   onnx.Doubles({static_cast<double>(highest)}, {})});
}

// Always follows TFLite's roundings, since the state would accumulate differences.
Status SvdfOfIntegers(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const auto read_word = [&](const Name& words) { return onnx.Cast(words, ir::DataType::kFloat64); };
  const Name rows = LastFeatures(node, read_word(node.ReadState(kState)), WholeFeatures(node));
  node.WriteState(kState, onnx.Cast(StateOf(node, rows), ir::DataType::kInt16));
  Name sums = UnitsOf(node, rows, read_word(node.ReadStored(kTimeWeights, {})));
  if (node.has(kBias)) sums = onnx.Add("Add", {sums, read_word(node.ReadStored(kBias, {}))});
  const FixedPoint multiplier = ProductMultiplier(node, kState, kTimeWeights, node.output(0));
  // TFLite's kernel implements its activation by the range of the output.
  return WriteRescaled(node, sums, {{multiplier}}, abi::kTfLiteActNone, {});
}

Status Svdf(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  if (node.is_scaled(0)) return SvdfOfIntegers(node);
  const Name features = Product(onnx, node.Read(kInput, {}), node.Read(kFeatureWeights, {}));
  const Name rows = LastFeatures(node, node.ReadState(kState), features);
  node.WriteState(kState, StateOf(node, rows));
  Name sums = UnitsOf(node, rows, node.Read(kTimeWeights, {}));
  if (node.has(kBias)) sums = onnx.Add("Add", {sums, node.Read(kBias, {})});
  const int activation = node.params<abi::TfLiteSVDFParams>().activation;
  node.Write(0, RecurrentActivation(onnx, sums, activation), {});
  return {};
}

// Replaces RELU by what the quantized range makes of it.
ir::Params OfFloats(const ir::Params& params, const ir::Tensor& integers) {
  auto floats = params.As<abi::TfLiteSVDFParams>();
  const int64_t zero =
      integers.quantization.zero_points.empty() ? 0 : integers.quantization.zero_points.front();
  if (zero > ir::RangeOf(integers.type).lowest) floats.activation = abi::kTfLiteActNone;
  return ir::Params(&floats, sizeof(floats));
}

}  // namespace
}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(svdf, .write = Svdf, .quantization = {.keeps_int16 = true, .params_of_floats = OfFloats},
               .sums = {.scaling_inputs = std::array<size_t, 2>{kState, kTimeWeights}})
