// Padding with one value.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Writes a Pad of input 0 by the paddings of input 1 with a scalar.
Status ConstantPad(NodeWriter& node, const Name& value);

}  // namespace litevk::to_onnx
