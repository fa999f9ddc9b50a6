// Compares how two tensors are quantized.
#pragma once

#include "runtime/ir/graph.h"
#include "runtime/opset/type_set.h"

namespace litevk {

// True if a quantized value means the same in both tensors, which have one type. Kernels read no scale of
// other types than these.
inline bool HasSameQuantization(const ir::Tensor& left, const ir::Tensor& right) {
  constexpr TypeSet kScaledTypes = {ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16};
  return !kScaledTypes.contains(right.type) ||
         (left.quantization.scales == right.quantization.scales &&
          left.quantization.zero_points == right.quantization.zero_points);
}

}  // namespace litevk
