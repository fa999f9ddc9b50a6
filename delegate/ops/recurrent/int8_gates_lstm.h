// LSTM's full kernel of int8 values whose gates' sums are int8 too. It is one dispatch of
// shaders/recurrent/int8_gates_lstm.comp, in which a workgroup has a row of the batch, and copies of its
// words to tensors.
#pragma once

#include "delegate/lower/lowering.h"
#include "runtime/opset/recurrent/int8_gates_lstm.h"

namespace litevk {

// True if the node has the intermediates of an LSTM with int8 gates.
inline bool HasInt8Gates(const NodeView& view) {
  return view.node().intermediates.size() == kInt8GateIntermediates;
}

// True if TFLite computes with these scales.
bool Int8GatesScalesAreTaken(const NodeView& view, const LstmOptions& options);
// True if the device binds as many buffers at once as the shader has.
bool Int8GatesFit(const NodeView& view);

void LowerInt8GatesLstm(Lowering& lowering, const LstmOptions& options);

}  // namespace litevk
