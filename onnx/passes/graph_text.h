// A graph as text, a line for each node.
#pragma once

#include <string>

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Returns a line with the name and the inputs, and one for each node with its TFLite index:
//
//     graph 'main' (%0 'image' int8 1x8x8x3 scale 0.5 zero -1)
//     12 CONV_2D (%0, %1 int8 4x3x3x3 scale [4] stored, -) -> %3 'out' int8 1x8x8x4 scale 0.1
//     return (%3)
//
// The scales of channels are given by their number. A tensor is described where it first occurs.
std::string GraphText(const ir::Graph& graph);

}  // namespace litevk::to_onnx
