// Pools along height and width.
#pragma once

#include "runtime/onnx/families/window.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Returns the sides of the node's window, and the windows.
std::vector<WindowSide> PoolSides(const abi::TfLitePoolParams& params);
Windows PoolWindows(const NodeWriter& node);

// Returns the means of an image's elements in the node's windows, without what is padded. Those of whole
// numbers are the nearest floats.
Name MeansInWindows(NodeWriter& node, const Name& image);

}  // namespace litevk::to_onnx
