#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// TFLite reads nothing of what an output of uint8 states, or one of int16 behind int8.
static Status WriteProbabilities(NodeWriter& node, const Name& value, const Order& order) {
  ir::Tensor prescribed = node.output(0);
  const ir::IntegerRange range = ir::RangeOf(prescribed.type);
  const auto steps = static_cast<float>(range.highest - range.lowest + 1);
  prescribed.quantization = {{1 / steps}, {static_cast<int>(range.lowest)}, 0, 0};
  LITEVK_RETURN_IF_ERROR(CheckScaled(prescribed, true, node.settings().opset));
  node.WriteNumbers(0, node.RoundedIn(0, value, prescribed.quantization), order);
  return {};
}

static Status Softmax(NodeWriter& node) {
  const Order& order = node.order(0);
  const int64_t axis = Moved(-1, order, node.input(0).dims.rank());
  const float beta = node.params<abi::TfLiteSoftmaxParams>().beta;
  if (node.input(0).type == ir::DataType::kInt16) {
    return Unsupported("TFLite computes it of int16 with tables that are further off than a step");
  }
  Name value = node.Read(0);
  if (beta != 1) value = node.Add("Mul", {value, node.NumberLike(node.input(0), beta)});
  const Name probabilities = node.Add("Softmax", {value}, {{"axis", axis}});
  const bool is_prescribed = node.input(0).type != ir::DataType::kFloat32 && !node.is_scaled(0);
  const bool is_half = node.input(0).type == ir::DataType::kFloat16;
  if (is_prescribed && !is_half) return WriteProbabilities(node, probabilities, order);
  node.Write(0, probabilities, order);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(softmax, .write = Softmax)
