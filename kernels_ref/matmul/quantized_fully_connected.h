// Integer FULLY_CONNECTED as TFLite's reference kernels compute it.
#pragma once

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Refuses sparse weights that TFLite does not accept: all but int8 in blocks of 16 values of a row.
Status CheckSparseWeights(const ir::Tensor& weights);

// Computes inputs {rows of T, weights of Weight {units, depth}, bias of int32 or int64, or none} to rows of
// Out. The quantization is the one that the record's signature states. Sums are scaled in double. Exceptions
// are int16 weights, which use 16-bit multipliers, and sparse int8 ones, which use 32-bit multipliers.
// Defined for the types that kernels_ref/fully_connected.cc lists.
template <typename T, typename Weight, typename Out>
Status QuantizedFullyConnected(const KernelArgs& args);

}  // namespace litevk::ref
