// Normalizes the sums of gates of int8 along their cells, in whole numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/onnx/node_writer.h"
#include "runtime/opset/fixed_point.h"

namespace litevk::to_onnx {

// The norms of gates side by side.
struct IntegerNorms {
  std::vector<int16_t> weights;  // {gates, cells}
  std::vector<int32_t> bias;     // {gates, cells}
  // For each gate: from normalized sums to numbers with 3 integer bits.
  std::vector<FixedPoint> factors;
  std::vector<int64_t> least_variances;  // in place of ones below 1
};

// Returns sums {batch, gates, cells} of float64 normalized, as numbers of 16 bits.
Name Normalized(NodeWriter& node, const Name& sums, const IntegerNorms& norms);

}  // namespace litevk::to_onnx
