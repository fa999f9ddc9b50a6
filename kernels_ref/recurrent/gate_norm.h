// The norm of the integer LSTM's gates, bit for bit as TFLite computes it.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/opset/quantized/fixed_point.h"

namespace litevk::ref {

// Parameters that normalize a gate's sums over its cells.
struct GateNorm {
  const int16_t* weights;
  const int32_t* bias;
  FixedPoint multiplier;   // from normalized sums to values with 3 integer bits
  int32_t least_variance;  // replaces a variance below 1
};
void NormalizeGate(const GateNorm& norm, std::span<int16_t> sums);

}  // namespace litevk::ref
