// LSTM's full kernel and UNIDIRECTIONAL_SEQUENCE_LSTM in two dispatches. One computes what the input adds to
// the gates of all steps. The other one computes the steps; a workgroup has a row of the batch.
#pragma once

#include <vector>

#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/recurrent/sequence.h"
#include "runtime/opset/recurrent/lstm.h"

namespace litevk {

void LowerLstm(Lowering& lowering, const LstmOptions& options, const SequenceLayout& layout);

std::vector<Constraint> LstmConstraints();
// Predicates of LstmConstraints. First: all operands but the input and the states are known before the run.
// Second: the packed operands of four gates fit the device's limits. Third: the device binds as many buffers
// as the steps have.
bool LstmOperandsAreKnown(const NodeView& view);
bool LstmGatesFit(const NodeView& view);
bool LstmStepsFit(const NodeView& view);

}  // namespace litevk
