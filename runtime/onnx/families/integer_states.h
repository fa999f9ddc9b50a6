// The operands that the LSTMs of int8 share: their states, and weights, which are stored.
#pragma once

#include "runtime/onnx/families/lstm.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Returns the states {batch, 1, size}: the output state as uint8, 128 higher, and the cell state in float64.
LstmStates ReadIntegerStates(NodeWriter& node, int64_t batch);
// Keeps such states in the dims and types of the node's.
void KeepIntegerStates(NodeWriter& node, const LstmStates& states);

// Fails where a run computes another operand than the input and the states.
Status CheckWeightsStored(const NodeWriter& node);

}  // namespace litevk::to_onnx
