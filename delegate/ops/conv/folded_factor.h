// Fixed-point factors of sums of products with the rounding and the output's zero point in one addend: WordOf
// of shaders/common/quantized_result.glsl takes three instructions and two bounds for a number then.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "runtime/opset/fixed_point.h"

namespace litevk {

// The number of a sum is (((sum << left) + addend) * multiplier) >> (32 + right), rounded down.
struct FoldedFactor {
  int32_t multiplier;
  int32_t addend;
  int32_t left;
  int32_t right;
};

// What numbers of the output are: cut to `range`, none of which stands for less than zero.
struct FoldedOutput {
  int zero_point;
  QuantizedRange range;
};

// Returns numbers with which each sum up to a magnitude of `largest_sum` becomes what Rescale makes of it,
// plus the zero point and cut to the range. There are none where sums lie too near to all their roundings, or
// where factors are too large or too small.
std::optional<FoldedFactor> FoldedFactorOf(const FixedPoint& factor, const FoldedOutput& output,
                                           int64_t largest_sum);

// Returns those of all factors; nothing where one has none.
std::vector<FoldedFactor> FoldedFactorsOf(std::span<const FixedPoint> factors, const FoldedOutput& output,
                                          int64_t largest_sum);

}  // namespace litevk
