// Operands that the int8 LSTMs share: their states, and their stored weights.
#pragma once

#include "onnx/recurrent/lstm.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Returns the states {batch, 1, size}: the output state as uint8, 128 higher, and the cell state in float64.
LstmStates ReadIntegerStates(NodeWriter& node, int64_t batch);
// Stores the states of ReadIntegerStates() with the dims and types of the node's.
void KeepIntegerStates(NodeWriter& node, const LstmStates& states);

// Fails if operands other than the input and the states are computed at run time.
Status CheckWeightsStored(const NodeFacts& node);

}  // namespace litevk::to_onnx
