#include "onnx/common/activation.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status Relu6(NodeWriter& node) {
  node.Write(0, Clamped(node, node.Read(0), 0, 6), node.permutation(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(relu6, .write = Relu6, .lookup = {.is_elementwise = true})
