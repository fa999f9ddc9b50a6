#include "onnx/common/activation.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status ReluN1To1(NodeWriter& node) {
  node.Write(0, Clamped(node, node.Read(0), -1, 1), node.permutation(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(relu_n1_to_1, .write = ReluN1To1, .lookup = {.is_elementwise = true})
