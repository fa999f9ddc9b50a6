// Transposed convolutions along two or three dims.
#pragma once

#include "onnx/conv/window.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

struct TransposeConvForm {
  size_t image = 2;  // indices of the operands
  size_t filter = 1;
  size_t bias = 3;
  // Layout in which ONNX reads the filter: inputs, outputs, and the spatial dims.
  Permutation weights_permutation;
  std::vector<WindowSide> sides;
  int padding = 0;
  int activation = 0;
  Permutation image_permutation;  // layout of image and output
};

// Writes a ConvTranspose whose output has the node's own dims.
Status TransposedConvolution(NodeWriter& node, const TransposeConvForm& form);

}  // namespace litevk::to_onnx
