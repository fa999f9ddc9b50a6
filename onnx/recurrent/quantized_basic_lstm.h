// LSTM's basic uint8 kernel with an int16 cell state, in integer arithmetic.
#pragma once

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

Status WriteQuantizedBasicLstm(NodeWriter& node);

}  // namespace litevk::to_onnx
