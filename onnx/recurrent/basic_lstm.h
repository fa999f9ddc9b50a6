// LSTM's basic kernel, whose states are inputs and outputs at once.
#pragma once

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

Status WriteBasicLstm(NodeWriter& node);

// Returns a state, which is a variable or an ordinary input. KeepPrevious stores the next value of a
// variable.
Name ReadPrevious(NodeWriter& node, size_t input);
void KeepPrevious(NodeWriter& node, size_t input, const Name& value);

}  // namespace litevk::to_onnx
