// Operators whose results have the operand's elements under other dims.
#pragma once

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Writes the output as a Reshape of input 0, each in the layout of the plan.
Status WriteReshaped(NodeWriter& node);

}  // namespace litevk::to_onnx
