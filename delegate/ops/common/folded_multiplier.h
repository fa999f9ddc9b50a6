// Fixed-point constants that fold the rounding and the output's zero point into one addend. WordOf of
// shaders/conv/quantized_result.glsl then takes three instructions and two bounds for a value.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "runtime/opset/quantized/fixed_point.h"

namespace litevk {

// Constants of the result (((sum << left) + addend) * multiplier) >> (32 + right), rounded down.
struct FoldedMultiplier {
  int32_t multiplier;
  int32_t addend;
  int32_t left;
  int32_t right;
};

// Quantized values of the output. They are clamped to `range`, none of which stands for less than zero.
struct FoldedOutput {
  int zero_point;
  QuantizedRange range;
};

// Returns constants with which each sum up to a magnitude of `largest_sum` becomes Rescale's result, plus the
// zero point and clamped to the range. Returns nothing if no addend keeps all sums off the rounding
// thresholds, or if constants would be too large or too small.
std::optional<FoldedMultiplier> FoldedMultiplierOf(const FixedPoint& multiplier, const FoldedOutput& output,
                                                   int64_t largest_sum);

// Returns the constants of all factors; empty if one factor has none.
std::vector<FoldedMultiplier> FoldedMultipliersOf(std::span<const FixedPoint> multipliers,
                                                  const FoldedOutput& output, int64_t largest_sum);

}  // namespace litevk
