// PAD and PADV2, either of which may come with the value of the padding as a third input or without.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Returns the paddings that a run gives, as int64: a row for each of TFLite's dims.
Name ReadPaddings(NodeWriter& node);

// Writes a Pad of input 0 by the paddings of input 1, with the scalar of input 2 or with zeros.
Status ConstantPad(NodeWriter& node);

}  // namespace litevk::to_onnx
