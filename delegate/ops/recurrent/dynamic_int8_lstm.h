// LSTM's full kernel and UNIDIRECTIONAL_SEQUENCE_LSTM of floats with int8 weights: one matrix multiplication
// for all inputs, and the steps (shaders/recurrent/dynamic_int8_lstm_steps.comp).
#pragma once

#include <string_view>

#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/recurrent/sequence.h"
#include "runtime/opset/recurrent/lstm.h"

namespace litevk {

void LowerDynamicInt8Lstm(Lowering& lowering, const LstmOptions& options, const SequenceLayout& layout);

// Returns the kernel except for its `lower`.
GpuKernel DynamicInt8LstmKernel();

}  // namespace litevk
