// The stored integer that stands for 0 in a tensor.
#pragma once

#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/opset/type_set.h"

namespace litevk {

// Returns the value that operators put around a tensor's values. It is the zero point if TFLite's kernels
// read that for the type, else 0.
inline int QuantizedZero(const ir::Tensor& tensor) {
  constexpr TypeSet kWithZeroPoint = {ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16};
  const std::vector<int>& zero_points = tensor.quantization.zero_points;
  return kWithZeroPoint.contains(tensor.type) && !zero_points.empty() ? zero_points[0] : 0;
}

// Returns the value that PAD puts around values. It is 0 if int8 or int16 inputs have no scale, whatever the
// output states. For uint8 TFLite reads the zero point all the same.
inline int PaddingValue(const ir::Tensor& input, const ir::Tensor& output) {
  const bool is_plain = output.type != ir::DataType::kUInt8 && input.quantization.scales.empty();
  return is_plain ? 0 : QuantizedZero(output);
}

}  // namespace litevk
