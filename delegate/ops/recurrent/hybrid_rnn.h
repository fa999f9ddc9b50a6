// RNN and UNIDIRECTIONAL_SEQUENCE_RNN of floats with integer weights: one matrix multiplication for all
// inputs, and one dispatch of the steps. A workgroup of the steps has a row of the batch
// (shaders/recurrent/hybrid_rnn.comp).
#pragma once

#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/recurrent/sequence.h"

namespace litevk {

// The options that the parameter structs of both operators have.
struct HybridRnnOptions {
  SequenceOrder order;
  int activation;
  bool is_asymmetric;
};

void LowerHybridRnn(Lowering& lowering, const HybridRnnOptions& rnn);

// Returns the kernel except for its `lower`.
GpuKernel HybridRnnKernel();

}  // namespace litevk
