// LSTM cells, as ONNX's LSTM if it computes the same, otherwise step by step.
#pragma once

#include "onnx/write/node_writer.h"
#include "runtime/opset/recurrent/lstm.h"

namespace litevk::to_onnx {

// One direction of a sequence.
struct LstmSequence {
  const LstmOperands& operands;
  LstmOptions options;
  size_t input = 0;      // {steps, batch, size}
  size_t aux_input = 0;  // 0: none
  bool is_time_major = true;
  bool is_backward = false;
};

// Returns the outputs {steps, batch, outputs} of a sequence, and stores its states.
Name WriteLstmSequence(NodeWriter& node, const LstmSequence& sequence);

// The states of a cell between two steps, {batch, outputs} and {batch, cells}.
struct LstmStates {
  Name output;
  Name cell;
};

// Returns the states after one step.
LstmStates WriteLstmStep(NodeWriter& node, const LstmSequence& sequence, const Name& input, const Name& aux,
                         const LstmStates& before);

// Returns the sizes of a cell.
LstmSizes SizesOf(const NodeFacts& node, const LstmOperands& operands);

}  // namespace litevk::to_onnx
