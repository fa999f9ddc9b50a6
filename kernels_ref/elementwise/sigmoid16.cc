#include "kernels_ref/elementwise/sigmoid16.h"

#include <array>
#include <cmath>
#include <optional>

#include "runtime/opset/quantized/power_of_two.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {
namespace {

constexpr int kEntries = 256;
constexpr int kMultiple = 3;  // in units of 2^-12, so that the table reaches up to 10.7

// Returns the sigmoid at multiples of 1/24, with 16 fraction bits. Each entry is raised by half the error of
// linear interpolation in the middle of its interval. The last entry is the largest value.
std::array<int32_t, kEntries> MakeTable() {
  const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x / 24)); };
  std::array<int32_t, kEntries> table = {};
  for (int i = 0; i < kEntries; ++i) {
    const double here = sigmoid(i);
    const double missed = sigmoid(i + 0.5) - (here + sigmoid(i + 1)) / 2;
    table[static_cast<size_t>(i)] = static_cast<int32_t>(std::lround(65536 * (here + missed / 2)));
  }
  table.back() = 65535;
  return table;
}

// Interpolates the sigmoid of a magnitude whose low `bits` bits lie within a table entry. The result has
// `bits` more fraction bits.
int32_t Interpolate(uint32_t magnitude, int bits, int32_t beyond) {
  static const std::array<int32_t, kEntries> table = MakeTable();
  const size_t index = magnitude >> bits;
  if (index >= kEntries - 1) return beyond << bits;
  const auto position = static_cast<int32_t>(magnitude & ((1U << bits) - 1));
  return (table[index] << bits) + position * (table[index + 1] - table[index]);
}

uint32_t MagnitudeOf(int32_t value) {
  return value < 0 ? uint32_t{0} - static_cast<uint32_t>(value) : static_cast<uint32_t>(value);
}

}  // namespace

SigmoidArgument::SigmoidArgument(float scale, int most_left) {
  const std::optional<int> exponent = ExponentOf(scale);
  const int left = exponent.value_or(-1000) + 12;
  if (left >= 0 && left <= most_left) {
    multiplier_ = kMultiple << left;
    return;
  }
  double multiplier = static_cast<double>(scale) * 4096 * kMultiple;
  for (; multiplier <= 32767.0 / 2 && right_ <= 30; ++right_) multiplier *= 2;
  // A scale that overflows 32 bits gives the lowest int32, as x86-64 converts it.
  multiplier_ = multiplier < 2147483648.0 ? static_cast<int32_t>(multiplier) : INT32_MIN;
  if (multiplier_ != 0) return;
  // TFLite treats a multiplier of 0 as that of a power of two.
  multiplier_ = static_cast<int32_t>(uint32_t{kMultiple} << right_);
  right_ = 0;
}

int32_t SigmoidArgument::ValueOf(int16_t integer) const {
  const int32_t half = right_ > 0 ? 1 << (right_ - 1) : 0;
  return WrappingAdd(WrappingMultiply<int32_t>(integer, multiplier_), half) >> right_;
}

int16_t Logistic16(int32_t value) {
  const int32_t result = Interpolate(MagnitudeOf(value), 9, 0x7FFF << 1);
  return static_cast<int16_t>((value >= 0 ? result + (1 << 9) : (1 << 25) - result + (1 << 9) - 1) >> 10);
}

int16_t Tanh16(int32_t value) {
  const int32_t result = Interpolate(MagnitudeOf(value), 8, 0xFFFF);
  const int32_t doubled = result - (1 << 23);
  return static_cast<int16_t>((value >= 0 ? doubled + (1 << 7) : -doubled + (1 << 7) - 1) >> 8);
}

}  // namespace litevk::ref
