// Pools along height and width.
#pragma once

#include "onnx/conv/window.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// PoolSides returns the sides of the node's window. PoolWindows returns its windows over the image.
std::vector<WindowSide> PoolSides(const abi::TfLitePoolParams& params);
Windows PoolWindows(const NodeFacts& node);

// Returns the means of an image's elements in the node's windows, excluding padding. Means of integers are
// the nearest floats.
Name MeansInWindows(NodeWriter& node, const Name& image);

}  // namespace litevk::to_onnx
