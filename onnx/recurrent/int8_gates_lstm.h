// The int8 LSTM with int8 sums, in integer arithmetic. Its norms are computed in float32.
#pragma once

#include "onnx/write/node_writer.h"
#include "runtime/opset/recurrent/lstm.h"

namespace litevk::to_onnx {

// Writes a node whose input is {batch, size}. Fails if TFLite does not accept operands or scales, or if
// weights are computed at run time.
Status WriteInt8GatesLstm(NodeWriter& node, const LstmOptions& options);

}  // namespace litevk::to_onnx
