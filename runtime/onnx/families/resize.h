// Images in other sizes.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Writes a Resize to the size of the output.
Status Resize(NodeWriter& node, const Attributes& attributes);

}  // namespace litevk::to_onnx
