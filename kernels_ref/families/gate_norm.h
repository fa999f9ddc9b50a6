// The norm of the integer LSTM's gates, bit for bit as TFLite computes it.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/opset/fixed_point.h"

namespace litevk::ref {

// What normalizes a gate's sums along its cells.
struct GateNorm {
  const int16_t* weights;
  const int32_t* bias;
  FixedPoint factor;       // from the normalized sums to numbers with 3 integer bits
  int32_t least_variance;  // in place of one below 1
};
void NormalizeGate(const GateNorm& norm, std::span<int16_t> sums);

}  // namespace litevk::ref
