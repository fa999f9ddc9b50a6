// Float to int32 conversion with the results of x86-64, since TFLite's kernels convert without range checks.
#pragma once

#include <cstdint>
#include <limits>

namespace litevk {

// Truncates the value. A NaN and values beyond 32 bits become the lowest int32.
inline int32_t TruncateToInt32(float value) {
  constexpr float kBound = 2147483648.0F;
  const bool fits = value >= -kBound && value < kBound;
  return fits ? static_cast<int32_t>(value) : std::numeric_limits<int32_t>::min();
}

}  // namespace litevk
