// Convolutions along height and width.
#pragma once

#include "onnx/conv/window.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

struct ConvolutionForm {
  Permutation weights_permutation;  // layout in which ONNX reads the weights
  std::vector<WindowSide> sides;
  int padding = 0;
  int activation = 0;
  int groups = 1;
  Permutation image_permutation;  // layout of input and output
};

// Writes a Conv of input 0 with the weights of input 1 and the bias of input 2, if there is one.
Status Convolution(NodeWriter& node, const ConvolutionForm& form);

}  // namespace litevk::to_onnx
