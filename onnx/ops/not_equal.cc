#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status NotEqual(NodeWriter& node) {
  node.Write(0, node.onnx().Add("Not", {Compared(node, "Equal")}));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(not_equal, .write = NotEqual)
