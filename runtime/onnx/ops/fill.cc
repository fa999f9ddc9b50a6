#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status Fill(NodeWriter& node) {
  const Name dims = node.Dims(WrittenDims(node.output(0).dims, {}));
  node.Write(0, node.Add("Expand", {node.Read(1, {}), dims}), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(fill, .write = Fill, .is_polynomial = true)
