#include "runtime/opset/quantized/fixed_point_math.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "runtime/opset/quantized/wrapping.h"

namespace litevk {
namespace {

constexpr int32_t kLowest = std::numeric_limits<int32_t>::min();
constexpr int32_t kHighest = std::numeric_limits<int32_t>::max();
constexpr int kFractionBits = 31;

int LeadingZeros(int32_t value) { return std::countl_zero(static_cast<uint32_t>(value)); }

// Returns 1 / sqrt(value) in five steps of Newton's method. `value` has 3 integer bits and 28 fractional
// bits, and lies in [1/4, 1).
int32_t InverseRootOfFraction(int32_t value) {
  constexpr int32_t kOne = 1 << 28;
  constexpr int32_t kHalfRootOfTwo = 1518500250;
  const int32_t half = RoundingShift(value >> 1, 1);
  int32_t estimate = kOne;
  for (int step = 0; step < 5; ++step) {
    const int32_t cube = SaturatingShift(HighProduct(HighProduct(estimate, estimate), estimate), 6);
    const int32_t next = WrappingSubtract(HighProduct(kOne + kOne / 2, estimate), HighProduct(half, cube));
    estimate = SaturatingShift(next, 3);
  }
  return HighProduct(estimate, kHalfRootOfTwo);
}

}  // namespace

int32_t HighProduct(int32_t left, int32_t right) {
  if (left == kLowest && right == kLowest) return kHighest;
  const int64_t half = int64_t{1} << (kFractionBits - 1);
  return static_cast<int32_t>((int64_t{left} * right + half) >> kFractionBits);
}

int16_t HighProduct(int16_t left, int16_t right) {
  constexpr int kBits = 15;
  const int32_t product = (int32_t{left} * right + (1 << (kBits - 1))) >> kBits;
  return static_cast<int16_t>(std::min<int32_t>(product, std::numeric_limits<int16_t>::max()));
}

int16_t RoundingShift(int16_t value, int bits) {
  bits = std::min(bits, kFractionBits);
  const auto mask = static_cast<int16_t>((int64_t{1} << bits) - 1);
  const int threshold = (mask >> 1) + (value < 0 ? 1 : 0);
  return static_cast<int16_t>((value >> bits) + ((value & mask) > threshold ? 1 : 0));
}

int32_t SaturatingShift(int32_t value, int bits) {
  return static_cast<int32_t>(std::clamp<int64_t>(int64_t{value} * (int64_t{1} << bits), kLowest, kHighest));
}

int32_t OneOverOnePlus(int32_t fraction) {
  // Three steps of Newton's method.
  constexpr int32_t k48Over17 = 1515870810;
  constexpr int32_t kMinus32Over17 = -1010580540;
  constexpr int32_t kOne = 1 << 29;  // the estimates have two integer bits
  const int64_t sum = int64_t{fraction} + kHighest;
  const auto half = static_cast<int32_t>((sum + (sum >= 0 ? 1 : -1)) / 2);
  int32_t estimate = WrappingAdd(k48Over17, HighProduct(half, kMinus32Over17));
  for (int step = 0; step < 3; ++step) {
    const int32_t rest = WrappingSubtract(kOne, HighProduct(half, estimate));
    estimate = WrappingAdd(estimate, SaturatingShift(HighProduct(estimate, rest), 2));
  }
  return SaturatingShift(estimate, 1);
}

ScaledMantissa ReciprocalOf(int32_t value) {
  const int zeros = LeadingZeros(value);
  const uint32_t fraction = (static_cast<uint32_t>(value) << zeros) - (uint32_t{1} << kFractionBits);
  return {OneOverOnePlus(static_cast<int32_t>(fraction)), kFractionBits - zeros};
}

ScaledMantissa InverseRootOf(int32_t value) {
  if (value <= 1) return {kHighest, 0};
  int exponent = 11;
  for (; value >= 1 << 29; ++exponent) value /= 4;
  const int pairs = (LeadingZeros(value) - 1) / 2 - 1;
  exponent -= pairs;
  int32_t mantissa = InverseRootOfFraction(value << (2 * pairs));
  if (exponent < 0) {
    mantissa <<= -exponent;
    exponent = 0;
  }
  return {mantissa, exponent};
}

}  // namespace litevk
