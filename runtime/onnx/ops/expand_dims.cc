#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status ExpandDims(NodeWriter& node) {
  const Name value = node.Read(0);
  node.Write(0, node.Reshape(value, WrittenDims(node.output(0).dims, node.output_order(0))));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(expand_dims, .write = ExpandDims, .is_polynomial = true)
