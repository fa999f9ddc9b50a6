// Resizing of images.
#pragma once

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Writes a Resize to the size of the output.
Status Resize(NodeWriter& node, const Attributes& attributes);
// Writes a Resize of 8-bit or 16-bit integers, which are rounded.
Status ResizeIntegers(NodeWriter& node, const Attributes& attributes);

// True if each side is scaled by some power of two. Positions between pixels are then equal in float and
// integer kernels, for images of any size.
bool IsByPowersOfTwo(const ir::Graph& graph, const ir::Node& node);

}  // namespace litevk::to_onnx
