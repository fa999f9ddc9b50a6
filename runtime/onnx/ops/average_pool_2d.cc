#include "runtime/onnx/families/pool.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static constexpr float kBelowOne = 0.999999F;

// TFLite rounds the mean of the numbers half away from zero, QuantizeLinear half to even. A scale a little
// below 1 pushes ties away from zero. Input and output have the same scale by rule.
static Status AveragePool2d(NodeWriter& node) {
  const Attributes uncounted = {{"count_include_pad", int64_t{0}}};
  if (node.input(0).type == ir::DataType::kFloat32) return Pool(node, "AveragePool", uncounted);
  Attributes attributes = PoolAttributes(node);
  attributes.insert(attributes.end(), uncounted.begin(), uncounted.end());
  ir::Tensor plain = node.input(0);
  plain.quantization = {.scales = {1.0F}, .zero_points = {0}};
  const Name numbers = node.Dequantized(node.ReadStored(0, kChannelsFirst), plain);
  const Name pooled = node.Add("AveragePool", {numbers}, attributes);
  plain.quantization.scales = {kBelowOne};
  if (node.params<abi::TfLitePoolParams>().activation != abi::kTfLiteActNone) {
    return Unsupported("its numbers are quantized and it has a fused activation");
  }
  node.WriteStored(0, node.Quantized(pooled, plain), kChannelsFirst);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(average_pool_2d, .write = AveragePool2d)
