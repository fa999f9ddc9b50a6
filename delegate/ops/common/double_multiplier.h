// Multipliers that are doubles, as shaders/common/rescale_double.glsl reads them.
#pragma once

#include <cmath>
#include <cstdint>

namespace litevk {

// Stands for bits * 2^(exponent - 64). The highest bit is set, except for 0.
struct DoubleMultiplier {
  uint64_t bits;
  int32_t exponent;
};

// Returns the parts of a factor, which is 0 or a positive normal number, as products of scales are.
inline DoubleMultiplier ToDoubleMultiplier(double multiplier) {
  constexpr int kDigits = 53;
  constexpr int kExponentOfZero = -1024;  // with which no sum reaches 1
  DoubleMultiplier parts = {};
  if (multiplier == 0) return {.bits = 0, .exponent = kExponentOfZero};
  const double fraction = std::frexp(multiplier, &parts.exponent);
  parts.bits = static_cast<uint64_t>(std::ldexp(fraction, kDigits)) << (64 - kDigits);
  return parts;
}

}  // namespace litevk
