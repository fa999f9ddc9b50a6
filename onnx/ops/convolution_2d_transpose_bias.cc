#include "runtime/opset/ops/convolution_2d_transpose_bias.h"
#include "onnx/conv/transpose_conv.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status Convolution2dTransposeBias(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteTransposeConvParams>();
  constexpr TransposeConvInputs kInputs = kTransposeConvBiasInputs;
  const ir::Shape& weights = node.input(kInputs.filter).dims;
  return TransposedConvolution(
      node, {.image = kInputs.image,
             .filter = kInputs.filter,
             .bias = kInputs.bias,
             .weights_permutation = kLastFirst,
             .sides = {{weights[1], params.stride_height}, {weights[2], params.stride_width}},
             .padding = params.padding,
             .image_permutation = kChannelsFirst});
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(convolution_2d_transpose_bias, .write = Convolution2dTransposeBias,
               .quantization = {.takes_only_floats = true})
