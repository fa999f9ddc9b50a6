// RNN and UNIDIRECTIONAL_SEQUENCE_RNN of floats with integer weights: a product of all inputs, and one
// dispatch of the steps, in which a workgroup has a row of the batch (shaders/hybrid_rnn.comp).
#pragma once

#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/families/sequence.h"

namespace litevk {

// The options that the parameter structs of both operators have.
struct HybridRnnOptions {
  SequenceOrder order;
  int activation;
  bool is_asymmetric;
};

void LowerHybridRnn(Lowering& lowering, const HybridRnnOptions& rnn);

// Returns the kernel but for its `lower`.
GpuKernel HybridRnnKernel();

}  // namespace litevk
