// Fixed-point constants for multipliers that are doubles. Every sum that can occur becomes the same output
// integer as with the double: RescaleOnce of shaders/common/requantize.glsl.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/opset/quantized/fixed_point.h"

namespace litevk {

// Stands for (multiplier * 2^kRestBits + rest) * 2^-(32 + right).
struct ExactMultiplier {
  int32_t multiplier;  // 2^30 to 2^31 - 1, or 0 for a factor so small that no sum reaches a half
  int32_t rest;        // below 2^kRestBits
  int32_t right;       // 1 to kMostExactRight
};

inline constexpr int kRestBits = 5;
// Bits of a sum with its bias, without the sign.
inline constexpr int kExactSumBits = 31 - kRestBits;
inline constexpr int kMostExactRight = 21;

// Returns constants that round every sum of at most kExactSumBits bits to round(double(sum) * factor), which
// is then clamped to `range`. Returns nothing if the product of a sum lies too close to a tie, or if
// `multiplier` is too large or too small. Factors below 2^-33, such as 0 for a channel of zeros, make 0 of
// every sum.
std::optional<ExactMultiplier> ExactMultiplierOf(double multiplier, const QuantizedRange& range);

// Returns the constants of all factors, or nothing if one factor has none.
std::optional<std::vector<ExactMultiplier>> ExactMultipliersOf(const std::vector<double>& multipliers,
                                                               const QuantizedRange& range);

}  // namespace litevk
