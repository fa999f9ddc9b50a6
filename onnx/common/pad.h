// PAD and PADV2. A third input, the value of the padding, is optional for both.
#pragma once

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Returns the run-time paddings as int64, with a row for each of TFLite's dims.
Name ReadPaddings(NodeWriter& node);

// Writes a Pad of input 0 by the paddings of input 1, with the scalar of input 2 or with zeros.
Status ConstantPad(NodeWriter& node);

}  // namespace litevk::to_onnx
