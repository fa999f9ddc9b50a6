// Scales that count as powers of two, for int16 operators that shift.
#pragma once

#include <cmath>
#include <optional>

namespace litevk {

// Returns the exponent of a scale that is a power of two, with a tolerance of a thousandth of an octave. Uses
// the float arithmetic of TFLite's CheckedLog2.
inline std::optional<int> ExponentOf(float scale) {
  const float exponent = std::log(scale) * (1.0F / std::log(2.0F));
  const float nearest = std::round(exponent);
  if (!(std::abs(exponent - nearest) < 1e-3F)) return std::nullopt;
  return static_cast<int>(nearest);
}

}  // namespace litevk
