// LSTM's full kernel of int8 values whose gates' sums are int8 too. It is one dispatch of
// shaders/recurrent/byte_gates_lstm.comp, in which a workgroup has a row of the batch, and copies of its
// words to tensors.
#pragma once

#include "delegate/lower/lowering.h"
#include "runtime/opset/recurrent/byte_gates_lstm.h"

namespace litevk {

// True if the node has the intermediates of an LSTM with int8 gates.
inline bool HasByteGates(const NodeView& view) {
  return view.node().intermediates.size() == kByteGateIntermediates;
}

// True if TFLite computes with these scales.
bool ByteGatesScalesAreTaken(const NodeView& view, const LstmOptions& options);
// True if the device binds as many buffers at once as the shader has.
bool ByteGatesFit(const NodeView& view);

void LowerByteGatesLstm(Lowering& lowering, const LstmOptions& options);

}  // namespace litevk
