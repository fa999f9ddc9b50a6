// Quantized numbers of one scale and zero point, as elementwise kernels read and write them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "runtime/ir/graph.h"

namespace litevk::ref {

inline float ScaleOf(const ir::Tensor& tensor) { return tensor.quantization.scales[0]; }
inline int ZeroPointOf(const ir::Tensor& tensor) { return tensor.quantization.zero_points[0]; }

// Returns the nearest number that the type has.
template <typename T>
T Saturate(int64_t number) {
  return static_cast<T>(
      std::clamp<int64_t>(number, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

}  // namespace litevk::ref
