// Whether tensors agree on what a number means.
#pragma once

#include "runtime/ir/graph.h"
#include "runtime/opset/type_set.h"

namespace litevk {

// True if a number of one tensor means the same in the other, which has its type. Kernels read no scale of
// other types than these.
inline bool MeansTheSame(const ir::Tensor& left, const ir::Tensor& right) {
  constexpr TypeSet kScaledTypes = {ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16};
  return !kScaledTypes.contains(right.type) ||
         (left.quantization.scales == right.quantization.scales &&
          left.quantization.zero_points == right.quantization.zero_points);
}

}  // namespace litevk
