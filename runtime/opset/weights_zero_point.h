// The zero points that layers subtract from their weights. A file may state others, which TFLite's kernels
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

}  // namespace litevk
