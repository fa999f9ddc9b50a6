#include <limits>

#include "onnx/common/activation.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status Relu(NodeWriter& node) {
  node.Write(0, Clamped(node, node.Read(0), 0, std::numeric_limits<double>::infinity()), node.permutation(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(relu, .write = Relu, .lookup = {.is_elementwise = true})
