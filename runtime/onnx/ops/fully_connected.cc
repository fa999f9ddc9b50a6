#include "runtime/onnx/families/activation.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Gemm rather than MatMul, since that is what onnxruntime fuses into integers.
static Status FullyConnected(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteFullyConnectedParams>();
  if (params.weights_format != abi::kTfLiteFullyConnectedWeightsFormatDefault) {
    return Unsupported("its weights are shuffled");
  }
  if (node.input(1).dims.rank() != 2) return Unsupported("its weights are no matrix");
  const ir::Shape& weights = node.input(1).dims;
  const int64_t rows = weights[1] == 0 ? 0 : node.input(0).dims.NumElements() / weights[1];
  const std::vector<int64_t> matrix = {rows, weights[1]};
  const bool is_matrix = WrittenDims(node.input(0).dims, node.order(0)) == matrix;
  const Name value = is_matrix ? node.Read(0) : node.ReadReshaped(0, matrix);
  std::vector<Name> inputs = {value, node.ReadColumns()};
  const bool is_apart = node.has_wide_bias(2);
  if (node.has(2) && !is_apart) inputs.push_back(node.Read(2, {}));
  Name product = node.Add("Gemm", inputs, {{"transB", int64_t{1}}});
  if (is_apart) product = node.AddBias(product, 2, 2);
  LITEVK_ASSIGN_OR_RETURN(const Name activated, Activated(node, product, params.activation, {}));
  const ir::Shape& output = node.output(0).dims;
  if (output.rank() == 2) {
    node.Write(0, activated, {});
    return {};
  }
  const Name settled = node.is_scaled(0) ? node.Settled(0, activated, {}) : activated;
  node.Write(0, node.Reshape(settled, WrittenDims(output, {})), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(fully_connected, .write = FullyConnected)
