#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status ExpandDims(NodeWriter& node) {
  node.Write(0, node.Reshape(node.Read(0, {}), WrittenDims(node.output(0).dims, {})), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(expand_dims, .write = ExpandDims, .numbers = Numbers::kMoved)
