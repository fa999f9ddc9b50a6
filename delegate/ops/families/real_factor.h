// Factors of sums of products that are doubles, as shaders/common/rescale_double.glsl reads them.
#pragma once

#include <cmath>
#include <cstdint>

namespace litevk {

// bits * 2^(exponent - 64); the highest bit is set.
struct RealFactor {
  uint64_t bits;
  int32_t exponent;
};

// Returns the parts of a factor, which is a normal number above 0, as products of scales are.
inline RealFactor ToRealFactor(double factor) {
  constexpr int kDigits = 53;
  RealFactor parts = {};
  const double fraction = std::frexp(factor, &parts.exponent);
  parts.bits = static_cast<uint64_t>(std::ldexp(fraction, kDigits)) << (64 - kDigits);
  return parts;
}

}  // namespace litevk
