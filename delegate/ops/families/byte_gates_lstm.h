// LSTM's full kernel of int8 numbers whose gates' sums are int8 too: one dispatch of
// shaders/byte_gates_lstm.comp, in which a workgroup has a row of the batch, and tensors made of its words.
#pragma once

#include "delegate/lower/lowering.h"
#include "runtime/opset/families/byte_gates_lstm.h"

namespace litevk {

// True if the node's intermediates are those of such an LSTM.
inline bool HasByteGates(const NodeView& view) {
  return view.node().intermediates.size() == kByteGateIntermediates;
}

// Whether the scales are such that TFLite computes with them.
bool ByteGatesScalesAreTaken(const NodeView& view, const LstmOptions& options);
// Whether the device binds as many buffers at once as the shader has.
bool ByteGatesFit(const NodeView& view);

void LowerByteGatesLstm(Lowering& lowering, const LstmOptions& options);

}  // namespace litevk
