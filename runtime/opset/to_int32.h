// A float as the int32 that x86-64 makes of it, since TFLite's kernels convert without looking.
#pragma once

#include <cstdint>
#include <limits>

namespace litevk {

// Returns the value without its fraction. A NaN and what leaves 32 bits become the lowest number.
inline int32_t ToInt32(float value) {
  constexpr float kBound = 2147483648.0F;
  const bool fits = value >= -kBound && value < kBound;
  return fits ? static_cast<int32_t>(value) : std::numeric_limits<int32_t>::min();
}

}  // namespace litevk
