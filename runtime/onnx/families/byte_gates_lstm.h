// The LSTM of int8 numbers whose sums are int8 too, in whole numbers. Its norms are computed in float32.
#pragma once

#include "runtime/onnx/node_writer.h"
#include "runtime/opset/families/lstm.h"

namespace litevk::to_onnx {

// Writes a node whose input is {batch, size}. Fails where operands or scales are none that TFLite takes, or a
// run computes weights.
Status WriteByteGatesLstm(NodeWriter& node, const LstmOptions& options);

}  // namespace litevk::to_onnx
