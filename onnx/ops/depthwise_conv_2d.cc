#include "onnx/conv/convolution.h"
#include "onnx/conv/dilation.h"
#include "onnx/elementwise/fused_activation.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// The weights become a grouped convolution with a group for each channel and its multiples.
static Status DepthwiseConv2d(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteDepthwiseConvParams>();
  const ir::Shape& weights = node.input(1).dims;
  if (weights.rank() != 4) return Unsupported("its weights are no 1HWC");
  return Convolution(node, {.weights_permutation = kLastFirst,
                            .sides = {{weights[1], params.stride_height, params.dilation_height_factor},
                                      {weights[2], params.stride_width, params.dilation_width_factor}},
                            .padding = params.padding,
                            .activation = params.activation,
                            .groups = node.input(0).dims[3],
                            .image_permutation = kChannelsFirst});
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(depthwise_conv_2d, .write = DepthwiseConv2d,
               .sums = {.wide_input = [](const ir::Node&) -> std::optional<size_t> { return 0; }},
               .layer = {.bias_input = 2,
                         .activation = FusedActivation<abi::TfLiteDepthwiseConvParams>,
                         .with_activation = WithActivation<abi::TfLiteDepthwiseConvParams>},
               .dilation = {.plain_padding = PlainPadding<abi::TfLiteDepthwiseConvParams>,
                            .with_dilation = WithDilation<abi::TfLiteDepthwiseConvParams>})
