#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status Dequantize(NodeWriter& node) {
  if (node.input(0).type == ir::DataType::kFloat16) {
    node.Write(0, node.onnx().Cast(node.Read(0), ir::DataType::kFloat32), node.permutation(0));
    return {};
  }
  node.Write(0, node.Read(0), node.permutation(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(dequantize, .write = Dequantize, .quantization = {.is_conversion = true},
               .folding = {.widens_float16 = true})
