#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// HardSwish exists from opset 14 on.
static Status HardSwish(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const Name value = node.Read(0);
  if (node.settings().opset >= 14) {
    node.Write(0, onnx.Add("HardSwish", {value}), node.permutation(0));
    return {};
  }
  const Name raised = onnx.Add("Add", {value, node.ScalarLike(node.input(0), 3)});
  const Name six = node.ScalarLike(node.input(0), 6);
  const Name clamped = onnx.Add("Clip", {raised, node.ScalarLike(node.input(0), 0), six});
  const Name product = onnx.Add("Mul", {value, clamped});
  node.Write(0, onnx.Add("Div", {product, six}), node.permutation(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(hard_swish, .write = HardSwish, .lookup = {.is_elementwise = true})
