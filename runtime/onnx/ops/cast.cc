#include "runtime/onnx/data_type.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status Cast(NodeWriter& node) {
  if (OnnxType(node.input(0).type) == 0 || OnnxType(node.output(0).type) == 0) {
    return Unsupported("ONNX has no complex numbers to cast");
  }
  node.Write(0, node.Cast(node.Read(0), node.output(0).type), node.order(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(cast, .write = Cast)
