#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status Prelu(NodeWriter& node) {
  const Name value = node.Read(0);
  node.Write(0, node.Add("PRelu", {value, ReadBroadcast(node, 1)}));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(prelu, .write = Prelu)
