// Fixed-point powers of e that SOFTMAX and LOG_SOFTMAX of 8 bits share. The exponent counts the quantized
// steps below the row's maximum.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/quantized/fixed_point_exp.h"

namespace litevk {

class StepPowers {
 public:
  // `step`: change of the exponent per quantized step, at least 0.
  explicit StepPowers(double step);

  // Returns the multiplier and shift, above 1, from steps to exponents of kExponentBits.
  const FixedPoint& multiplier() const { return multiplier_; }
  // Returns the multiplier and shift from exponents to steps.
  FixedPoint InverseMultiplier() const;
  // Returns the largest number of steps whose power is not taken as 0. 256, more than possible, means no
  // limit.
  int most_steps() const { return most_steps_; }
  // Returns e^(-steps * step), with no integer bits, for 0 to 255 steps.
  int32_t operator()(int steps) {
    int32_t& power = known_[static_cast<size_t>(steps)];
    if (power == kUnknown) power = Compute(steps);
    return power;
  }

  // Returns the sum of a row's powers, with kExpSumBits.
  template <typename T>
  int64_t SumOf(const T* row, int depth, T largest) {
    int64_t sum = 0;
    for (int index = 0; index < depth; ++index) {
      sum += TimesPowerOfTwo((*this)(largest - row[index]), -kExpSumBits);
    }
    return sum;
  }

 private:
  static constexpr int32_t kUnknown = -1;

  int32_t Compute(int steps) const {
    return steps > most_steps_ ? 0 : ExpOfNegative(Rescale(-steps, multiplier_));
  }

  FixedPoint multiplier_;
  int most_steps_;
  std::array<int32_t, 256> known_;
};

}  // namespace litevk
