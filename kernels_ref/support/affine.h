// What kernels do with the scales and zero points of quantized tensors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "kernels_ref/support/elements.h"
#include "runtime/ir/graph.h"
#include "runtime/opset/affine_channels.h"
#include "runtime/opset/type_set.h"

namespace litevk::ref {

// True if a number of one tensor means the same in the other, which has its type. Kernels read no scale of
// other types than these.
inline bool MeansTheSame(const ir::Tensor& left, const ir::Tensor& right) {
  constexpr TypeSet kScaledTypes = {ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16};
  return !kScaledTypes.contains(right.type) ||
         (left.quantization.scales == right.quantization.scales &&
          left.quantization.zero_points == right.quantization.zero_points);
}

// Returns the nearest number that the type has.
template <typename T>
T Saturate(int64_t number) {
  return static_cast<T>(
      std::clamp<int64_t>(number, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

}  // namespace litevk::ref
