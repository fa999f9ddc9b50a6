// LSTM's basic kernel: one matrix for all gates, applied to the input and the last activation side by side.
// States are both inputs and outputs. An input state that is a variable tensor is updated too.
#pragma once

#include "runtime/opset/kernel.h"

namespace litevk::ref {

Status RunBasicLstm(const KernelArgs& args);

// Runs the uint8 kernel, with int16 sums and cell state (reference_ops::LstmCell of TFLite).
Status RunQuantizedBasicLstm(const KernelArgs& args);

// Copies the output states to the input states that are variables.
void KeepBasicStates(const KernelArgs& args);

}  // namespace litevk::ref
