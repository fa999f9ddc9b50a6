// Operators whose results have the elements of the operand, under other dims.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Writes the output as a Reshape of input 0, each in the order in which the plan has it.
Status WriteReshaped(NodeWriter& node);

}  // namespace litevk::to_onnx
