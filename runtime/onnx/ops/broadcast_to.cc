#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status BroadcastTo(NodeWriter& node) {
  const Name dims = node.Dims(WrittenDims(node.output(0).dims, {}));
  node.Write(0, node.Add("Expand", {node.Read(0, {}), dims}), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(broadcast_to, .write = BroadcastTo, .is_polynomial = true)
