#include "kernels_ref/support/fixed_functions.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>

#include "kernels_ref/support/wrapping.h"

namespace litevk::ref {
namespace {

constexpr int kFractionBits = 31;
constexpr int32_t kHighest = std::numeric_limits<int32_t>::max();
constexpr int32_t kLowest = std::numeric_limits<int32_t>::min();
constexpr int32_t kHalfRoot = 1518500250;  // sqrt(1/2), with no integer bits

int LeadingZeros(int32_t value) { return std::countl_zero(static_cast<uint32_t>(value)); }

int32_t SaturatedSum(int32_t a, int32_t b) {
  return static_cast<int32_t>(std::clamp<int64_t>(int64_t{a} + b, kLowest, kHighest));
}

// Returns (a + b) / 2, halves away from zero.
int32_t HalfSum(int32_t a, int32_t b) {
  const int64_t sum = int64_t{a} + b;
  return static_cast<int32_t>((sum + (sum >= 0 ? 1 : -1)) / 2);
}

// Returns e^x for -1/4 <= x < 0, by a polynomial around -1/8. Neither has integer bits.
int32_t ExpOfQuarter(int32_t x) {
  constexpr int32_t kExpOfMinusEighth = 1895147668;
  constexpr int32_t kThird = 715827883;
  const int32_t from_eighth = WrappingAdd(x, 1 << 28);
  const int32_t square = MultiplyHigh(from_eighth, from_eighth);
  const int32_t cube = MultiplyHigh(square, from_eighth);
  const int32_t fourth = MultiplyHigh(square, square);
  const int32_t thirds = MultiplyHigh(WrappingAdd(TimesPowerOfTwo(fourth, -2), cube), kThird);
  const int32_t tail = TimesPowerOfTwo(WrappingAdd(thirds, square), -1);
  return WrappingAdd(kExpOfMinusEighth, MultiplyHigh(kExpOfMinusEighth, WrappingAdd(from_eighth, tail)));
}

// A sum above 0 as number * 2^bits.
struct Word {
  int32_t number;
  int bits;
};
Word InWord(int64_t sum) {
  int bits = 0;
  for (; sum > kHighest; sum /= 2) ++bits;
  return {static_cast<int32_t>(sum), bits};
}

// Bits of the power and the logarithm below: one more than the result has.
constexpr int kLogBits = kExponentBits + 1;

// A sum as number * 2^power, where the number is beside sqrt(sqrt(1/2)) and has no integer bits.
struct Normalized {
  int32_t number;
  int32_t power;
};

// Takes the lower number of two: one with a quarter added to the power, one with a quarter taken away.
Normalized Normalize(int32_t sum) {
  const auto power_of = [](int zeros, int32_t quarter) {
    return SaturatedSum(TimesPowerOfTwo(kExpSumBits - zeros, kFractionBits - kLogBits), quarter);
  };
  const int32_t quarter = TimesPowerOfTwo(1 << 29, -kLogBits);
  const int zeros = LeadingZeros(sum);
  const int32_t above = TimesPowerOfTwo(MultiplyHigh(TimesPowerOfTwo(sum, zeros - 1), kHalfRoot), 1);
  const int zeros_below = LeadingZeros(MultiplyHigh(sum, kHalfRoot)) - 1;
  const int32_t below = TimesPowerOfTwo(sum, zeros_below);
  return {.number = std::min(above, below),
          .power = std::max(power_of(zeros, quarter), power_of(zeros_below, -quarter))};
}

// Returns the rest of the logarithm, a quotient of polynomials of the number.
int32_t LogNearOne(int32_t number) {
  constexpr int32_t kFourthRoot = 1805811301;
  const int32_t p = HalfSum(number, kFourthRoot);
  const int32_t q = WrappingMultiply(WrappingSubtract(number, kFourthRoot), 2);
  const int32_t square = MultiplyHigh(q, q);
  const int32_t numerator =
      WrappingAdd(MultiplyHigh(q, number), MultiplyHigh(MultiplyHigh(q, square), 117049297));
  const int32_t inner = WrappingAdd(WrappingAdd(1057819769, q), MultiplyHigh(127690142, square));
  const int32_t denominator = WrappingAdd(MultiplyHigh(p, inner), MultiplyHigh(638450708, q));
  return MultiplyHigh(TimesPowerOfTwo(numerator, -kLogBits), InverseOfOnePlus(denominator));
}

}  // namespace

int32_t MultiplyHigh(int32_t a, int32_t b) {
  if (a == kLowest && b == kLowest) return kHighest;
  return static_cast<int32_t>((int64_t{a} * b + (int64_t{1} << (kFractionBits - 1))) >> kFractionBits);
}

int32_t TimesPowerOfTwo(int32_t value, int exponent) {
  if (exponent >= 0) {
    // A shift by 31 saturates all but 0, as any longer one would.
    const int64_t shifted = int64_t{value} * (int64_t{1} << std::min(exponent, kFractionBits));
    return static_cast<int32_t>(std::clamp<int64_t>(shifted, kLowest, kHighest));
  }
  const int bits = -exponent;
  if (bits > kFractionBits) return 0;
  const auto mask = static_cast<int32_t>((int64_t{1} << bits) - 1);
  const int32_t threshold = (mask >> 1) + (value < 0 ? 1 : 0);
  return (value >> bits) + ((value & mask) > threshold ? 1 : 0);
}

int32_t ExpOfNegative(int32_t value) {
  if (value == 0) return kHighest;
  constexpr int kValueFraction = kFractionBits - kExponentBits;
  constexpr int32_t kQuarter = 1 << (kValueFraction - 2);
  // The part below 1/4 by a polynomial; for each bit above it a factor e^-2^bit, from 1/4 to 16.
  const int32_t below_quarter = (value & (kQuarter - 1)) - kQuarter;
  int32_t result = ExpOfQuarter(TimesPowerOfTwo(below_quarter, kExponentBits));
  const int32_t remainder = WrappingSubtract(below_quarter, value);
  constexpr int32_t kFactors[] = {1672461947, 1302514674, 790015084, 290630308, 39332535, 720401, 242};
  for (size_t bit = 0; bit < std::size(kFactors); ++bit) {
    if ((remainder & (kQuarter << bit)) != 0) result = MultiplyHigh(result, kFactors[bit]);
  }
  return result;
}

int32_t InverseOfOnePlus(int32_t value) {
  // Newton's method, from a line of the inverse of half the denominator; with 2 integer bits.
  constexpr int32_t k48Over17 = 1515870810;
  constexpr int32_t kMinus32Over17 = -1010580540;
  constexpr int kSteps = 3;
  constexpr int32_t kOne = 1 << 29;
  const int32_t half = HalfSum(value, kHighest);
  int32_t x = WrappingAdd(k48Over17, MultiplyHigh(half, kMinus32Over17));
  for (int step = 0; step < kSteps; ++step) {
    const int32_t rest = WrappingSubtract(kOne, MultiplyHigh(half, x));
    x = WrappingAdd(x, TimesPowerOfTwo(MultiplyHigh(x, rest), 2));
  }
  return TimesPowerOfTwo(x, 1);
}

SumInverse InverseOfSum(int64_t sum) {
  const auto [number, bits] = InWord(sum);
  const int zeros = LeadingZeros(number);
  // The leading one falls away: what follows it is the value of 1 / (1 + value).
  const uint32_t shifted = static_cast<uint32_t>(number) << zeros;
  return {.inverse = InverseOfOnePlus(static_cast<int32_t>(shifted - (uint32_t{1} << 31))),
          .bits = kExpSumBits - zeros + bits};
}

int32_t LogOf(int64_t sum) {
  constexpr int32_t kLogOfTwo = 1488522236;
  const auto [number, bits] = InWord(sum);
  const Normalized normalized = Normalize(number);
  const int32_t log = WrappingAdd(MultiplyHigh(normalized.power, kLogOfTwo), LogNearOne(normalized.number));
  return TimesPowerOfTwo(log, kLogBits - kExponentBits) + bits * (kLogOfTwo >> kExponentBits);
}

FixedPoint InverseSquareRoot(int32_t value, int exponent) {
  if (value <= 1) {
    return {.multiplier = kHighest, .left = std::max(exponent, 0), .right = std::max(-exponent, 0)};
  }
  int shift = 11;
  for (; value >= 1 << 29; value /= 4) ++shift;
  const int pairs = (LeadingZeros(value) - 1) / 2 - 1;
  shift -= pairs;
  value <<= 2 * pairs;
  // Newton's method from 1, with 3 integer bits.
  constexpr int kSteps = 5;
  constexpr int32_t kThreeHalves = (1 << 28) + (1 << 27);
  const int32_t half = TimesPowerOfTwo(value >> 1, -1);
  int32_t x = 1 << 28;
  for (int step = 0; step < kSteps; ++step) {
    const int32_t cube = TimesPowerOfTwo(MultiplyHigh(MultiplyHigh(x, x), x), 6);
    x = TimesPowerOfTwo(WrappingSubtract(MultiplyHigh(kThreeHalves, x), MultiplyHigh(half, cube)), 3);
  }
  x = MultiplyHigh(x, kHalfRoot);
  if (shift < 0) x <<= -shift;
  const int right = std::max(shift, 0) - exponent;
  return {.multiplier = x, .left = std::max(-right, 0), .right = std::max(right, 0)};
}

}  // namespace litevk::ref
