// The LSTM of int8 numbers with a cell state of int16, in whole numbers.
#pragma once

#include "runtime/onnx/node_writer.h"
#include "runtime/opset/families/lstm.h"

namespace litevk::to_onnx {

// Writes a node whose input is {batch, size}, or a sequence of that with its steps in dim 0 or 1. Fails where
// scales are none that TFLite takes, or a run computes weights.
Status WriteIntegerLstm(NodeWriter& node, const LstmOptions& options, bool is_time_major);

}  // namespace litevk::to_onnx
