#include "onnx/conv/convolution.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status Conv3d(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteConv3DParams>();
  const ir::Shape& weights = node.input(1).dims;
  if (weights.rank() != 5 || weights[3] == 0) return Unsupported("its weights are no DHWIO");
  return Convolution(node, {.weights_permutation = {4, 3, 0, 1, 2},
                            .sides = {{weights[0], params.stride_depth, params.dilation_depth_factor},
                                      {weights[1], params.stride_height, params.dilation_height_factor},
                                      {weights[2], params.stride_width, params.dilation_width_factor}},
                            .padding = params.padding,
                            .activation = params.activation,
                            .groups = node.input(0).dims[4] / weights[3],
                            .image_permutation = {0, 4, 1, 2, 3}});
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(conv_3d, .write = Conv3d)
