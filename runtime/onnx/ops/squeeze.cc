#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status Squeeze(NodeWriter& node) {
  node.Write(0, node.Reshape(node.Read(0, {}), WrittenDims(node.output(0).dims, {})), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(squeeze, .write = Squeeze, .numbers = Numbers::kMoved)
