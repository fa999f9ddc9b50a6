// What LSTM's full kernel and UNIDIRECTIONAL_SEQUENCE_LSTM share: two dispatches, one of what the input adds
// to the gates of all steps, and one of the steps, in which a workgroup has a row of the batch.
#pragma once

#include <cstdint>
#include <vector>

#include "delegate/lower/lowering.h"
#include "delegate/lower/op_spec.h"
#include "runtime/opset/families/lstm.h"

namespace litevk {

// How the vectors of the input, its positions, follow one another.
struct LstmOrder {
  uint32_t rows = 1;  // of the batch
  uint32_t steps = 1;
  uint32_t row_pitch = 1;  // positions from one row of the batch to the next
  uint32_t step_pitch = 1;
};

void LowerLstm(Lowering& lowering, const LstmOptions& options, const LstmOrder& order);

std::vector<Constraint> LstmConstraints();
// What these ask: whether all operands but the input and the states are known before the run, and whether
// what is packed for four gates at once fits the device's limits.
bool LstmOperandsAreKnown(const NodeView& view);
bool LstmGatesFit(const NodeView& view);

}  // namespace litevk
