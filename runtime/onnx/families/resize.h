// Images in other sizes.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Writes a Resize to the size of the output.
Status Resize(NodeWriter& node, const Attributes& attributes);
// Writes the same of integers of 8 or 16 bits, which are rounded.
Status ResizeNumbers(NodeWriter& node, const Attributes& attributes);

// Says whether each side becomes some power of two times as long, or as short: the places between pixels are
// then the same in kernels of floats and of integers, for images of any size.
bool IsByPowersOfTwo(const ir::Graph& graph, const ir::Node& node);

}  // namespace litevk::to_onnx
