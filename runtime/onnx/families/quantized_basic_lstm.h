// LSTM's basic kernel of uint8 with a cell state of int16, in whole numbers.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

Status WriteQuantizedBasicLstm(NodeWriter& node);

}  // namespace litevk::to_onnx
