#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status ZerosLike(NodeWriter& node) {
  const Name dims = node.onnx().Dims(WrittenDims(node.output(0).dims, {}));
  node.Write(0, node.onnx().Add("Expand", {node.ScalarLike(node.output(0), 0), dims}), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(zeros_like, .write = ZerosLike, .dims = {.is_polynomial = true})
