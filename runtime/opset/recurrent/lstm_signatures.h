// The signatures of the LSTM operators whose weights are integers.
#pragma once

#include <string_view>

#include "runtime/opset/signature.h"

namespace litevk {

// Returns the signature of a cell with float32 vectors and one scale per weights tensor. Operands:
// kLstmOperands.
Signature DynamicInt8Lstm(std::string_view name, TypeSet weights);

// Returns the signature of int8 vectors and weights, and a cell state of int16.
Signature Int16GatesLstm();

// Returns the signature of two DynamicInt8Lstm cells that share an input.
Signature DynamicInt8BidirectionalLstm(std::string_view name, TypeSet weights);

}  // namespace litevk
