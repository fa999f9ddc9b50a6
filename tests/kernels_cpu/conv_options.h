// Options of convolutions, for tests of layers.
#pragma once

#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::cpu {

inline abi::TfLiteConvParams Conv(
    int stride, int dilation, decltype(abi::TfLiteConvParams::padding) padding,
    decltype(abi::TfLiteConvParams::activation) activation = abi::kTfLiteActNone) {
  return {.padding = padding,
          .stride_width = stride,
          .stride_height = stride,
          .activation = activation,
          .dilation_width_factor = dilation,
          .dilation_height_factor = dilation};
}

// Gives a node the options of its operator that are like those of a convolution.
template <typename Node>
void SetLayerOptions(int op_code, const abi::TfLiteConvParams& conv, Node& node) {
  if (op_code == abi::kTfLiteBuiltinFullyConnected) {
    node.Options(abi::TfLiteFullyConnectedParams{.activation = conv.activation});
  } else if (op_code == abi::kTfLiteBuiltinDepthwiseConv2d) {
    node.Options(abi::TfLiteDepthwiseConvParams{.padding = conv.padding,
                                                .stride_width = conv.stride_width,
                                                .stride_height = conv.stride_height,
                                                .depth_multiplier = 1,
                                                .activation = conv.activation,
                                                .dilation_width_factor = conv.dilation_width_factor,
                                                .dilation_height_factor = conv.dilation_height_factor});
  } else {
    node.Options(conv);
  }
}

}  // namespace litevk::cpu
