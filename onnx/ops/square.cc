#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status Square(NodeWriter& node) {
  const Name value = node.Read(0);
  node.Write(0, node.onnx().Add("Mul", {value, value}), node.permutation(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(square, .write = Square, .dims = {.is_polynomial = true})
