// The numbers that the shaders of the integer LSTM (shaders/integer_lstm_*.comp) read beside its weights.
#pragma once

#include "delegate/lower/lowering.h"
#include "runtime/opset/families/integer_lstm.h"

namespace litevk {

// What the shader of the gates reads of factors and biases, and what that of the steps reads.
gpu::TensorId AddGateTerms(Lowering& lowering, const IntegerLstmScaling& scaling);
gpu::TensorId AddStepTerms(Lowering& lowering, const IntegerLstmScaling& scaling);

}  // namespace litevk
