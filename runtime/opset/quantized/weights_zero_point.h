// The zero points of weights and biases that TFLite's kernels read. A file may state others, which they
// ignore.
#pragma once

#include "runtime/ir/graph.h"

namespace litevk {

// Returns the zero point of a convolution's filter. Only that of uint8 is read.
inline int ZeroPointOfFilter(const ir::Tensor& filter) {
  return filter.type == ir::DataType::kUInt8 ? filter.quantization.zero_points[0] : 0;
}

// Returns the zero point of the weights of FULLY_CONNECTED, which is read if they have one scale.
inline int ZeroPointOfWeights(const ir::Tensor& weights) {
  return weights.quantization.scales.size() == 1 ? weights.quantization.zero_points[0] : 0;
}

// Returns the zero point of a convolution's bias, which is read where there is one alone and has to be 0.
inline int ZeroPointOfBias(const ir::Tensor& bias) {
  return bias.quantization.zero_points.size() == 1 ? bias.quantization.zero_points[0] : 0;
}

}  // namespace litevk
