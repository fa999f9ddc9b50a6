#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status Softmax(NodeWriter& node) {
  const Order& order = node.order(0);
  const int64_t axis = Moved(-1, order, node.input(0).dims.rank());
  const float beta = node.params<abi::TfLiteSoftmaxParams>().beta;
  Name value = node.Read(0);
  if (beta != 1) value = node.Add("Mul", {value, node.NumberLike(node.input(0), beta)});
  node.Write(0, node.Add("Softmax", {value}, {{"axis", axis}}), order);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(softmax, .write = Softmax)
