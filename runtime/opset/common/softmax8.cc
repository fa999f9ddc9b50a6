#include "runtime/opset/common/softmax8.h"

#include <cmath>
#include <limits>

namespace litevk {

// An exponent that overflows kExponentBits gives a power of 0. TFLite ends the process for a factor of 1 or
// less, for which all powers are practically 1.
StepPowers::StepPowers(double step) {
  constexpr int kFractionBits = 31 - kExponentBits;
  constexpr double kLeastMultiplier = 1.0 + 0x1p-30;
  constexpr double kMostMultiplier = std::numeric_limits<int32_t>::max();
  constexpr double kMostExponent = (1 << kExponentBits) - 1;
  multiplier_ = ToFixedPoint(std::clamp(std::ldexp(step, kFractionBits), kLeastMultiplier, kMostMultiplier));
  const double most_steps = std::floor(std::ldexp(kMostExponent, kFractionBits - multiplier_.left));
  most_steps_ = static_cast<int>(std::min(most_steps, static_cast<double>(known_.size())));
  known_.fill(kUnknown);
}

FixedPoint StepPowers::InverseMultiplier() const {
  return ToFixedPoint(std::ldexp(1.0, kMultiplierBits - multiplier_.left) / multiplier_.multiplier);
}

}  // namespace litevk
