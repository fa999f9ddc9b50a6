// Windows of convolutions and pools along the sides of an image.
#pragma once

#include "onnx/facts/node_facts.h"
#include "onnx/write/emitter.h"

namespace litevk::to_onnx {

struct WindowSide {
  int size = 1;
  int stride = 1;
  int dilation = 1;

  // Returns the number of elements that the window spans, including the gaps between its own.
  int64_t reach() const { return (int64_t{size} - 1) * dilation + 1; }
};

// Returns ONNX's pads, before and after, of windows that map the input to an output. TFLite puts the odd
// element of SAME behind. The input's dims are in TFLite's layout.
std::vector<int64_t> PadsOf(int padding, const ir::Shape& input, const std::vector<WindowSide>& sides);

// Windows of a node over its input 0.
struct Windows {
  std::vector<WindowSide> sides;
  // kernel_shape, strides and dilations, and the padding in ONNX's form.
  Attributes attributes;
  // True if the image is padded at run time, before the node. The padding then depends on open sizes by a
  // rule that ONNX's SAME does not have.
  bool are_padded_in_run = false;
};

Windows WindowsOf(const NodeFacts& node, int padding, const std::vector<WindowSide>& sides);

// Returns the pads before and after all dims of an image, whose spatial dims are last. They give windows SAME
// padding for any image size.
Name PadsOfRun(Emitter& onnx, const Windows& windows, const Name& image);

// Returns the image, padded with `filler` if it is padded at run time.
Name PaddedInRun(Emitter& onnx, const Windows& windows, const Name& image, const Name& filler);

}  // namespace litevk::to_onnx
