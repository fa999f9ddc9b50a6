// The constants of the integer LSTM: weights in words, and the numbers that its shaders
// (shaders/integer_lstm_*.comp) read beside them.
#pragma once

#include "delegate/lower/lowering.h"
#include "delegate/ops/families/lstm_gates.h"
#include "runtime/opset/families/integer_lstm.h"

namespace litevk {

// The weights that meet the input.
GateMatrices InputMatrices(const NodeView& view);
// The bytes of those of the steps: the recurrent weights, and behind them the projection's.
uint64_t StepWeightBytes(const NodeView& view);

gpu::TensorId AddGateWeights(Lowering& lowering);
gpu::TensorId AddStepWeights(Lowering& lowering);

// What the shader of the gates reads of factors and biases, and what that of the steps reads.
gpu::TensorId AddGateTerms(Lowering& lowering, const IntegerLstmScaling& scaling);
gpu::TensorId AddStepTerms(Lowering& lowering, const IntegerLstmScaling& scaling);

}  // namespace litevk
