// A single factor of sums of 64 bits, for Widen and Rescale64.
#pragma once

#include "runtime/opset/quantized/fixed_point.h"

namespace litevk {

// Returns the factor from sums in the scale `from` to quantized values in the scale `to`. Its shift to the
// left counts in 64 bits, of which the processor takes the low six.
inline FixedPoint WideMultiplierBetween(float from, float to) {
  const auto only = [](float scale) { return ir::Quantization{{scale}, {0}, 0, 0}; };
  return WideMultipliersOf(only(from), only(1), only(to), 1).front();
}

}  // namespace litevk
