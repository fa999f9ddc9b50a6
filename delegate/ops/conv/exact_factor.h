// Factors of sums of products that are doubles, as fixed-point numbers with which every sum that can occur
// becomes the same number of the output: RescaleOnce of shaders/common/requantize.glsl.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/opset/fixed_point.h"

namespace litevk {

// (multiplier * 2^kRestBits + rest) * 2^-(32 + right).
struct ExactFactor {
  int32_t multiplier;  // 2^30 to 2^31 - 1, or 0 of a factor so small that no sum reaches a half
  int32_t rest;        // below 2^kRestBits
  int32_t right;       // 1 to kMostExactRight
};

inline constexpr int kRestBits = 5;
// Bits of a sum with its bias, without the sign.
inline constexpr int kExactSumBits = 31 - kRestBits;
inline constexpr int kMostExactRight = 21;

// Returns a factor with which no sum of so many bits is rounded to another number than
// round(double(sum) * factor), which is then cut to `range`. There is none where the product of one lies too
// near to a half, and of factors that are too large or too small. Factors below 2^-33, such as 0 of a channel
// of zeros, make 0 of every sum.
std::optional<ExactFactor> ExactFactorOf(double factor, const QuantizedRange& range);

// Returns those of all factors, or nothing where one has none.
std::optional<std::vector<ExactFactor>> ExactFactorsOf(const std::vector<double>& factors,
                                                       const QuantizedRange& range);

}  // namespace litevk
