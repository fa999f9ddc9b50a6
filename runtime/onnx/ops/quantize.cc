#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status Quantize(NodeWriter& node) {
  if (node.input(0).type == ir::DataType::kInt32) {
    return Unsupported("it rescales int32, whose numbers have more bits than floats");
  }
  node.Write(0, node.Read(0), node.order(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(quantize, .write = Quantize, .is_conversion = true)
