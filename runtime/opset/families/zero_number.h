// The number that stands for 0 in a tensor's memory.
#pragma once

#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/opset/type_set.h"

namespace litevk {

// Returns what operators put around a tensor's values: its zero point where TFLite's kernels read that of the
// type, else 0.
inline int ZeroNumber(const ir::Tensor& tensor) {
  constexpr TypeSet kWithZeroPoint = {ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16};
  const std::vector<int>& zero_points = tensor.quantization.zero_points;
  return kWithZeroPoint.contains(tensor.type) && !zero_points.empty() ? zero_points[0] : 0;
}

// Returns what PAD puts around values: 0 where integers of int8 or int16 have no scale before, whatever they
// mean behind it. TFLite reads the zero point of uint8 all the same.
inline int PaddingNumber(const ir::Tensor& input, const ir::Tensor& output) {
  const bool is_plain = output.type != ir::DataType::kUInt8 && input.quantization.scales.empty();
  return is_plain ? 0 : ZeroNumber(output);
}

}  // namespace litevk
