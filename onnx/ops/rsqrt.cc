#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status Rsqrt(NodeWriter& node) {
  node.Write(0, node.onnx().Add("Reciprocal", {node.onnx().Add("Sqrt", {node.Read(0)})}),
             node.permutation(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(rsqrt, .write = Rsqrt, .lookup = {.is_elementwise = true})
