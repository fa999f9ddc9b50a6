// RNN cells, as ONNX's RNN if it computes the same, otherwise step by step.
#pragma once

#include "onnx/write/node_writer.h"
#include "runtime/opset/recurrent/rnn.h"

namespace litevk::to_onnx {

// One direction of a sequence.
struct RnnSequence {
  const RnnCell& cell;
  int activation = 0;
  size_t input = 0;  // {steps, batch, size}
  bool is_time_major = true;
  bool is_backward = false;
  size_t aux_input = 0;    // 0: none
  size_t aux_weights = 0;  // {units, size of the auxiliary input}
};

// Returns the outputs {steps, batch, units} of a sequence, and stores its state.
Name WriteRnnSequence(NodeWriter& node, const RnnSequence& sequence);

// Returns the state after one step.
Name WriteRnnStep(NodeWriter& node, const RnnSequence& sequence, const Name& input, const Name& aux,
                  const Name& state);

}  // namespace litevk::to_onnx
