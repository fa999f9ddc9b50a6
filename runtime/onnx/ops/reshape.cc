#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// The plan may have the elements read and written in other orders, where what follows makes up for it.
static Status Reshape(NodeWriter& node) {
  const Name value = node.Read(0);
  node.Write(0, node.Reshape(value, WrittenDims(node.output(0).dims, node.output_order(0))));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(reshape, .write = Reshape, .gives_any_dims = true, .is_polynomial = true)
