// Windows of convolutions and pools along the sides of an image.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

struct WindowSide {
  int size = 1;
  int stride = 1;
  int dilation = 1;

  // Returns how many elements the window covers, those between its own too.
  int64_t reach() const { return (int64_t{size} - 1) * dilation + 1; }
};

// Returns ONNX's pads, before and after, of windows over an input that make an output. TFLite puts the odd
// element of SAME behind. Dims of the input are its own.
std::vector<int64_t> PadsOf(int padding, const ir::Shape& input, const std::vector<WindowSide>& sides);

// Windows of a node over its input 0.
struct Windows {
  std::vector<WindowSide> sides;
  // kernel_shape, strides and dilations, and what ONNX has to know of the padding.
  Attributes attributes;
  // A run pads the image in front of the node: what is padded follows from sizes that are open, by a rule
  // that ONNX's own SAME is no form of.
  bool are_padded_in_run = false;
};

Windows WindowsOf(const NodeWriter& node, int padding, const std::vector<WindowSide>& sides);

// Returns the pads in front of and behind all dims of an image, whose sides are the last dims, so that
// windows have SAME padding whatever its sizes.
Name PadsOfRun(NodeWriter& node, const Windows& windows, const Name& image);

// Returns an image with what a run pads it with, if it does: elements of that value.
Name PaddedInRun(NodeWriter& node, const Windows& windows, const Name& image, const Name& filler);

}  // namespace litevk::to_onnx
