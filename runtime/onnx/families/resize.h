// Images in other sizes.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Writes a Resize to the size of the output.
Status Resize(NodeWriter& node, const Attributes& attributes);
// Writes the same of integers of 8 or 16 bits, which are rounded.
Status ResizeNumbers(NodeWriter& node, const Attributes& attributes);

}  // namespace litevk::to_onnx
