// LSTM's basic kernel: one matrix for all gates, applied to the input and the last activation side by side.
// Its states are inputs and outputs at once; an input state that is a variable tensor is updated as well.
#pragma once

#include "runtime/opset/kernel.h"

namespace litevk::ref {

Status RunBasicLstm(const KernelArgs& args);

// Runs the kernel of uint8, with sums and a cell state of int16 (reference_ops::LstmCell of TFLite).
Status RunQuantizedBasicLstm(const KernelArgs& args);

// Hands the output states over to the input states that are variables.
void KeepBasicStates(const KernelArgs& args);

}  // namespace litevk::ref
