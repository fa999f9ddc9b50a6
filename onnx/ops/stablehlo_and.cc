#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status StablehloAnd(NodeWriter& node) {
  if (node.input(0).type == ir::DataType::kBool) return Binary(node, "And");
  if (node.settings().opset < 18)
    return Unsupported("ONNX has it of integers from opset 18 on: use --opset 18");
  return Binary(node, "BitwiseAnd");
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(stablehlo_and, .write = StablehloAnd, .quantization = {.takes_only_floats = true})
