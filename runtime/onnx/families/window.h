// Windows of convolutions and pools along height and width.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

struct WindowSide {
  int size = 1;
  int stride = 1;
  int dilation = 1;
};

// Returns ONNX's pads, before and after, of windows over an input that make an output. TFLite puts the odd
// element of SAME behind. Dims of the input are its own.
std::vector<int64_t> PadsOf(int padding, const ir::Shape& input, const std::vector<WindowSide>& sides);

// Returns kernel_shape, strides, pads and, where there are any, dilations, of the windows over input 0. Where
// its sides are open, ONNX computes the pads.
Attributes WindowAttributes(const NodeWriter& node, int padding, const std::vector<WindowSide>& sides);

}  // namespace litevk::to_onnx
