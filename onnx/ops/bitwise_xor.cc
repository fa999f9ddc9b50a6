#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status BitwiseXor(NodeWriter& node) {
  if (node.input(0).type == ir::DataType::kBool) return Binary(node, "Xor");
  if (node.settings().opset < 18)
    return Unsupported("ONNX has it of integers from opset 18 on: use --opset 18");
  return Binary(node, "BitwiseXor");
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(bitwise_xor, .write = BitwiseXor, .quantization = {.use = QuantizedUse::kScaleIgnored})
