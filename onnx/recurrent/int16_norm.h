// Normalizes the gate sums of an int8 LSTM along their cells, in integer arithmetic.
#pragma once

#include <cstdint>
#include <vector>

#include "onnx/write/node_writer.h"
#include "runtime/opset/quantized/fixed_point.h"

namespace litevk::to_onnx {

// The norms of the gates, side by side.
struct Int16Norms {
  std::vector<int16_t> weights;  // {gates, cells}
  std::vector<int32_t> bias;     // {gates, cells}
  // For each gate: multiplier and shift from normalized sums to values with 3 integer bits.
  std::vector<FixedPoint> multipliers;
  std::vector<int64_t> least_variances;  // replace variances below 1
};

// Returns sums {batch, gates, cells} in float64, normalized to 16-bit values.
Name Normalized(NodeWriter& node, const Name& sums, const Int16Norms& norms);

}  // namespace litevk::to_onnx
