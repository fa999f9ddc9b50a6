#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status BroadcastTo(NodeWriter& node) {
  const Order& order = node.output_order(0);
  const Name dims = node.Dims(WrittenDims(node.output(0).dims, order));
  node.Write(0, node.Add("Expand", {node.Read(0, order), dims}), order);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(broadcast_to, .write = BroadcastTo, .is_polynomial = true)
