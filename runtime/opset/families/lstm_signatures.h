// The signatures of the LSTM operators whose weights are integers.
#pragma once

#include <string_view>

#include "runtime/opset/signature.h"

namespace litevk {

// Returns that of weights of one scale and float32 vectors of one cell, whose operands are kLstmOperands.
Signature HybridLstm(std::string_view name, TypeSet weights);

// Returns that of int8 vectors and weights, and a cell state of int16.
Signature IntegerLstm();

// Returns that of HybridLstm for two cells that share an input.
Signature HybridBidirectionalLstm(std::string_view name, TypeSet weights);

}  // namespace litevk
