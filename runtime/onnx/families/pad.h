// Padding with one value.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Returns what TFLite puts around values where a node does not say it.
Name ZeroLike(NodeWriter& node);

// Writes a Pad of input 0 by the paddings of input 1 with a scalar.
Status ConstantPad(NodeWriter& node, const Name& value);

}  // namespace litevk::to_onnx
