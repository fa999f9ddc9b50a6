// Padding with one value.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Writes a Pad of input 0 by the paddings of input 1, with the value of input 2 or else what TFLite takes.
Status PadWithInput(NodeWriter& node);

}  // namespace litevk::to_onnx
