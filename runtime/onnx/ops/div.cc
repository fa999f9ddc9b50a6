#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status Div(NodeWriter& node) {
  if (node.is_scaled(0)) return Unsupported("TFLite divides its numbers by products with a rounded inverse");
  return Arithmetic(node, "Div");
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(div, .write = Div)
