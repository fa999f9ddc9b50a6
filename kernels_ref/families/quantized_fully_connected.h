// FULLY_CONNECTED in integers, as TFLite's reference kernels compute it.
#pragma once

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Refuses sparse weights but those that TFLite takes: of int8, in blocks of 16 numbers of a row.
Status CheckSparseWeights(const ir::Tensor& weights);

// Computes inputs {rows of T, weights of Weight {units, depth}, bias of int32 or int64, or none} to rows of
// Out, with the quantization that the record's signature states. Sums are scaled in double, but for those of
// int16 weights, which 16-bit factors scale, and of sparse int8 ones, which 32-bit factors do. Defined for
// the types that kernels_ref/fully_connected.cc lists.
template <typename T, typename Weight, typename Out>
Status QuantizedFullyConnected(const KernelArgs& args);

}  // namespace litevk::ref
