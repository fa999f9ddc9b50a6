// The constants that the shaders of the integer LSTM (shaders/recurrent/int16_gates_lstm_*.comp) read beside
// its weights.
#pragma once

#include "delegate/lower/lowering.h"
#include "runtime/opset/recurrent/int16_gates_lstm.h"

namespace litevk {

// Adds the multipliers, shifts and biases that the shader of the gates reads, or those for the shader of the
// steps.
gpu::TensorId AddGateTerms(Lowering& lowering, const Int16GatesScaling& scaling);
gpu::TensorId AddStepTerms(Lowering& lowering, const Int16GatesScaling& scaling);

}  // namespace litevk
