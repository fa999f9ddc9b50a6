// What LSTM's full kernel and UNIDIRECTIONAL_SEQUENCE_LSTM share: two dispatches, one of what the input adds
// to the gates of all steps, and one of the steps, in which a workgroup has a row of the batch.
#pragma once

#include <vector>

#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/families/sequence.h"
#include "runtime/opset/families/lstm.h"

namespace litevk {

void LowerLstm(Lowering& lowering, const LstmOptions& options, const SequenceOrder& order);

std::vector<Constraint> LstmConstraints();
// What these ask: whether all operands but the input and the states are known before the run, whether what
// is packed for four gates at once fits the device's limits, and whether it binds as many buffers as the
// steps have.
bool LstmOperandsAreKnown(const NodeView& view);
bool LstmGatesFit(const NodeView& view);
bool LstmStepsFit(const NodeView& view);

}  // namespace litevk
