#include "onnx/conv/transpose_conv.h"
#include "onnx/elementwise/fused_activation.h"
#include "onnx/write/node_writer.h"
#include "runtime/opset/quantized/fixed_point.h"

namespace litevk::to_onnx {

static Status TransposeConv(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteTransposeConvParams>();
  const ir::Shape& weights = node.input(1).dims;
  if (weights.rank() != 4) return Unsupported("its weights are no OHWI");
  return TransposedConvolution(
      node, {.weights_permutation = kLastFirst,
             .sides = {{weights[1], params.stride_height}, {weights[2], params.stride_width}},
             .padding = params.padding,
             .activation = params.activation,
             .image_permutation = kChannelsFirst});
}

static std::optional<size_t> WideSumsOf(const ir::Node& node) {
  if (HasNarrowSums(node.params.As<abi::TfLiteTransposeConvParams>().quantized_bias_type))
    return std::nullopt;
  return 2;
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(transpose_conv, .write = TransposeConv, .sums = {.wide_input = WideSumsOf},
               .layer = {.bias_input = 3,
                         .activation = FusedActivation<abi::TfLiteTransposeConvParams>,
                         .with_activation = WithActivation<abi::TfLiteTransposeConvParams>})
