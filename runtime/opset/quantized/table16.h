// Lookup tables of 16-bit quantized functions that TFLite computes in floats (LUTPopulate of 16 bits in
// tflite/kernels/internal/common.h). A table has 513 computed entries. Values between them are interpolated.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "runtime/opset/quantized/truncate_to_int32.h"

namespace litevk {

// Scale and zero point of an int16 tensor. Real is the type in which a table is computed.
template <typename Real>
struct Scale16 {
  Real scale;
  int zero_point;

  Real ValueOf(int integer) const { return scale * static_cast<Real>(integer - zero_point); }
};

class Table16 {
 public:
  // fn takes and returns Real. The zero point of `to` is not added, as in TFLite, where it is 0.
  template <typename Real, typename Fn>
  Table16(const Scale16<Real>& from, const Scale16<Real>& to, Fn fn) {
    const Real lowest = from.ValueOf(kLowest);
    const Real step = (from.ValueOf(kHighest) - lowest) / Real{kSteps};
    const Real inverse = Real{kHighest - kLowest + 1} / (to.ValueOf(kHighest) - to.ValueOf(kLowest));
    const auto scaled_at = [&](Real value) { return fn(value) * inverse; };
    for (int i = 0; i < kSteps; ++i) {
      const Real value = lowest + static_cast<Real>(i) * step;
      const Real integer = std::round(scaled_at(value));
      const Real next = scaled_at(lowest + static_cast<Real>(i + 1) * step);
      // Shifts the line to the next entry by half of its error in the middle.
      const Real line = std::round((next + integer) / Real{2});
      const Real error = line - std::round(scaled_at(value + step / Real{2}));
      entries_[static_cast<size_t>(i)] = EntryOf(integer - std::round(error / Real{2}));
    }
    entries_[kSteps] = EntryOf(std::round(scaled_at(from.ValueOf(kHighest))));
  }

  static constexpr int kSteps = 512;

  // Returns the values at the beginning of each step, and at the end of the last.
  const std::array<int16_t, kSteps + 1>& entries() const { return entries_; }

  int16_t operator[](int16_t integer) const {
    constexpr int kBitsBetween = 7;
    const auto index = static_cast<size_t>((integer - kLowest) >> kBitsBetween);
    const int position = integer & ((1 << kBitsBetween) - 1);
    const auto slope = static_cast<int16_t>(entries_[index + 1] - entries_[index]);
    const int rise = (slope * position + (1 << (kBitsBetween - 1))) >> kBitsBetween;
    return static_cast<int16_t>(entries_[index] + rise);
  }

 private:
  static constexpr int kLowest = std::numeric_limits<int16_t>::min();
  static constexpr int kHighest = std::numeric_limits<int16_t>::max();

  // Rounds and saturates. A NaN becomes 0, as on x86-64.
  template <typename Real>
  static int16_t EntryOf(Real value) {
    const Real held = std::min(std::max(value, Real{kLowest}), Real{kHighest});
    return static_cast<int16_t>(TruncateToInt32(static_cast<float>(held)));
  }

  std::array<int16_t, kSteps + 1> entries_ = {};
};

}  // namespace litevk
