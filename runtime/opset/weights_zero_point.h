// The zero points that layers take out of their weights. A file may state others, which TFLite's kernels do
// not read.
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

}  // namespace litevk
