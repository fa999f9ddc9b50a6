#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status Quantize(NodeWriter& node) {
  node.Write(0, node.Read(0), node.order(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(quantize, .write = Quantize)
