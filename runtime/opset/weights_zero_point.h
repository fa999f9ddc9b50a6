// The zero points of weights and biases that TFLite's kernels read. A file may state others.
#pragma once

#include "runtime/ir/graph.h"

namespace litevk {

// Returns the zero point of a convolution's filter, which is read of uint8 alone.
inline int ZeroPointOfFilter(const ir::Tensor& filter) {
  return filter.type == ir::DataType::kUInt8 ? filter.quantization.zero_points[0] : 0;
}

// Returns the zero point of the weights of FULLY_CONNECTED, which is read where they have one scale.
inline int ZeroPointOfWeights(const ir::Tensor& weights) {
  return weights.quantization.scales.size() == 1 ? weights.quantization.zero_points[0] : 0;
}

// Returns the zero point of a convolution's bias, which is read where there is one alone and has to be 0.
inline int ZeroPointOfBias(const ir::Tensor& bias) {
  return bias.quantization.zero_points.size() == 1 ? bias.quantization.zero_points[0] : 0;
}

}  // namespace litevk
