// The int8 LSTM with an int16 cell state, in integer arithmetic.
#pragma once

#include "onnx/write/node_writer.h"
#include "runtime/opset/recurrent/lstm.h"

namespace litevk::to_onnx {

// Writes a node whose input is {batch, size}, or a sequence of that with its steps in dim 0 or 1. Fails if
// TFLite does not accept the scales, or if weights are computed at run time.
Status WriteInt16GatesLstm(NodeWriter& node, const LstmOptions& options, bool is_time_major);

}  // namespace litevk::to_onnx
