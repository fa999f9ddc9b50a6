#include "runtime/onnx/families/transpose_conv.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status TransposeConv(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteTransposeConvParams>();
  const ir::Shape& weights = node.input(1).dims;
  if (weights.rank() != 4) return Unsupported("its weights are no OHWI");
  return TransposedConvolution(
      node, {.weights = kLastFirst,
             .sides = {{weights[1], params.stride_height}, {weights[2], params.stride_width}},
             .padding = params.padding,
             .activation = params.activation,
             .order = kChannelsFirst});
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(transpose_conv, .write = TransposeConv)
