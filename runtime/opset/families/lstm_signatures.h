// The signatures of the LSTM operators whose weights are integers.
#pragma once

#include "runtime/opset/signature.h"

namespace litevk {

// Returns that of int8 weights and float32 vectors of one cell, whose operands are kLstmOperands.
Signature HybridLstm();

// Returns that of int8 vectors and weights, and a cell state of int16.
Signature IntegerLstm();

// Returns that of HybridLstm for two cells that share an input.
Signature HybridBidirectionalLstm();

}  // namespace litevk
