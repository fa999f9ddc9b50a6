// RNN and UNIDIRECTIONAL_SEQUENCE_RNN of floats with integer weights: one matrix multiplication for all
// inputs, and one dispatch of the steps. A workgroup of the steps has a row of the batch
// (shaders/recurrent/dynamic_int8_rnn.comp).
#pragma once

#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/recurrent/sequence.h"

namespace litevk {

// The options that the parameter structs of both operators have.
struct DynamicInt8RnnOptions {
  SequenceLayout layout;
  int activation;
  bool is_asymmetric;
};

void LowerDynamicInt8Rnn(Lowering& lowering, const DynamicInt8RnnOptions& rnn);

// Returns the kernel except for its `lower`.
GpuKernel DynamicInt8RnnKernel();

}  // namespace litevk
