#include "onnx/conv/convolution.h"
#include "onnx/conv/dilation.h"
#include "onnx/write/node_writer.h"
#include "runtime/opset/quantized/fixed_point.h"

namespace litevk::to_onnx {

static Status Conv2d(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteConvParams>();
  const ir::Shape& weights = node.input(1).dims;
  if (weights.rank() != 4 || weights[3] == 0) return Unsupported("its weights are not in OHWI");
  return Convolution(node, {.weights_permutation = kChannelsFirst,
                            .sides = {{weights[1], params.stride_height, params.dilation_height_factor},
                                      {weights[2], params.stride_width, params.dilation_width_factor}},
                            .padding = params.padding,
                            .activation = params.activation,
                            .groups = node.input(0).dims[3] / weights[3],
                            .image_permutation = kChannelsFirst});
}

static std::optional<size_t> WideSumsOf(const ir::Node& node) {
  if (HasNarrowSums(node.params.As<abi::TfLiteConvParams>().quantized_bias_type)) return std::nullopt;
  return 0;
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(conv_2d, .write = Conv2d, .sums = {.wide_input = WideSumsOf},
               .dilation = {.plain_padding = PlainPadding<abi::TfLiteConvParams>,
                            .with_dilation = WithDilation<abi::TfLiteConvParams>})
