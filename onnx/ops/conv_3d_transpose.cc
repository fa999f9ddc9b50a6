#include "onnx/conv/transpose_conv.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status Conv3dTranspose(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteConv3DParams>();
  const ir::Shape& weights = node.input(1).dims;  // DHWOI
  return TransposedConvolution(node,
                               {.weights_permutation = {4, 3, 0, 1, 2},
                                .sides = {{weights[0], params.stride_depth, params.dilation_depth_factor},
                                          {weights[1], params.stride_height, params.dilation_height_factor},
                                          {weights[2], params.stride_width, params.dilation_width_factor}},
                                .padding = params.padding,
                                .activation = params.activation,
                                .image_permutation = {0, 4, 1, 2, 3}});
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(conv_3d_transpose, .write = Conv3dTranspose, .quantization = {.takes_only_floats = true})
