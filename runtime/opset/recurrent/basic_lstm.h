// The operands of LSTM's basic kernel, whose states are inputs and outputs at once.
#pragma once

#include "runtime/opset/shapes/shape_inference.h"
#include "runtime/opset/signature.h"

namespace litevk {

enum BasicLstmInput : uint8_t {
  kInput = 0,
  kPreviousActivation = 1,
  kWeights = 2,
  kBias = 3,
  kPreviousState = 4
};

enum BasicLstmOutput : uint8_t { kActivation = 0, kState = 1, kJoined = 2, kSums = 3, kOutputs = 4 };

// The quarters of a row of gate sums, in the order in which the weights give them.
enum BasicLstmQuarter : uint8_t {
  kInputGate = 0,
  kCandidate = 1,
  kForgetGate = 2,
  kOutputGate = 3,
  kQuarters = 4
};

// Returns the signature of uint8. Its only quantization parameters that TFLite reads are the weights' zero
// point and the scales of the bias and of the cell state.
Signature QuantizedBasicLstm();

Status InferBasicLstm(const ir::ShapeQuery& query);

}  // namespace litevk
