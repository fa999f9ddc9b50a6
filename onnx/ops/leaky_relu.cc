#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status LeakyRelu(NodeWriter& node) {
  const float alpha = node.params<abi::TfLiteLeakyReluParams>().alpha;
  return Unary(node, "LeakyRelu", {{"alpha", alpha}});
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(leaky_relu, .write = LeakyRelu, .lookup = {.is_elementwise = true, .has_integer_kernel = true})
