#include "runtime/opset/quantized/fixed_point_exp.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <iterator>
#include <limits>

#include "runtime/opset/quantized/fixed_point_math.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk {
namespace {

constexpr int kFractionBits = 31;
constexpr int32_t kHighest = std::numeric_limits<int32_t>::max();
constexpr int32_t kLowest = std::numeric_limits<int32_t>::min();
constexpr int32_t kHalfRoot = 1518500250;  // sqrt(1/2), with no integer bits

int LeadingZeros(int32_t value) { return std::countl_zero(static_cast<uint32_t>(value)); }

int32_t SaturatedSum(int32_t a, int32_t b) {
  return static_cast<int32_t>(std::clamp<int64_t>(int64_t{a} + b, kLowest, kHighest));
}

// Returns (a + b) / 2, ties rounded away from zero.
int32_t HalfSum(int32_t a, int32_t b) {
  const int64_t sum = int64_t{a} + b;
  return static_cast<int32_t>((sum + (sum >= 0 ? 1 : -1)) / 2);
}

// Returns e^x for -1/4 <= x < 0, by a polynomial around -1/8. `x` and the result have no integer bits.
int32_t ExpOfQuarter(int32_t x) {
  constexpr int32_t kExpOfMinusEighth = 1895147668;
  constexpr int32_t kThird = 715827883;
  const int32_t from_eighth = WrappingAdd(x, 1 << 28);
  const int32_t square = HighProduct(from_eighth, from_eighth);
  const int32_t cube = HighProduct(square, from_eighth);
  const int32_t fourth = HighProduct(square, square);
  const int32_t thirds = HighProduct(WrappingAdd(TimesPowerOfTwo(fourth, -2), cube), kThird);
  const int32_t tail = TimesPowerOfTwo(WrappingAdd(thirds, square), -1);
  return WrappingAdd(kExpOfMinusEighth, HighProduct(kExpOfMinusEighth, WrappingAdd(from_eighth, tail)));
}

// A sum above 0 as number * 2^bits.
struct Word {
  int32_t mantissa;
  int bits;
};
Word InWord(int64_t sum) {
  int bits = 0;
  for (; sum > kHighest; sum /= 2) ++bits;
  return {static_cast<int32_t>(sum), bits};
}

// Integer bits of the power and the logarithm below: one more than the result has.
constexpr int kLogBits = kExponentBits + 1;

// A sum as number * 2^power. The number is near sqrt(sqrt(1/2)) and has no integer bits.
struct Normalized {
  int32_t integer;
  int32_t power;
};

// Returns the smaller of two candidates: one has a quarter added to the power, the other a quarter
// subtracted.
Normalized Normalize(int32_t sum) {
  const auto power_of = [](int zeros, int32_t quarter) {
    return SaturatedSum(TimesPowerOfTwo(kExpSumBits - zeros, kFractionBits - kLogBits), quarter);
  };
  const int32_t quarter = TimesPowerOfTwo(1 << 29, -kLogBits);
  const int zeros = LeadingZeros(sum);
  const int32_t above = TimesPowerOfTwo(HighProduct(TimesPowerOfTwo(sum, zeros - 1), kHalfRoot), 1);
  const int zeros_below = LeadingZeros(HighProduct(sum, kHalfRoot)) - 1;
  const int32_t below = TimesPowerOfTwo(sum, zeros_below);
  return {.integer = std::min(above, below),
          .power = std::max(power_of(zeros, quarter), power_of(zeros_below, -quarter))};
}

// Returns the rest of the logarithm, a quotient of polynomials of the number.
int32_t LogNearOne(int32_t integer) {
  constexpr int32_t kFourthRoot = 1805811301;
  const int32_t p = HalfSum(integer, kFourthRoot);
  const int32_t q = WrappingMultiply(WrappingSubtract(integer, kFourthRoot), 2);
  const int32_t square = HighProduct(q, q);
  const int32_t numerator =
      WrappingAdd(HighProduct(q, integer), HighProduct(HighProduct(q, square), 117049297));
  const int32_t inner = WrappingAdd(WrappingAdd(1057819769, q), HighProduct(127690142, square));
  const int32_t denominator = WrappingAdd(HighProduct(p, inner), HighProduct(638450708, q));
  return HighProduct(TimesPowerOfTwo(numerator, -kLogBits), OneOverOnePlus(denominator));
}

}  // namespace

int32_t TimesPowerOfTwo(int32_t value, int exponent) {
  if (exponent >= 0) return SaturatingShift(value, std::min(exponent, kFractionBits));
  return exponent < -kFractionBits ? 0 : RoundingShift(value, -exponent);
}

int32_t ExpOfNegative(int32_t value) {
  if (value == 0) return kHighest;
  constexpr int kValueFraction = kFractionBits - kExponentBits;
  constexpr int32_t kQuarter = 1 << (kValueFraction - 2);
  // A polynomial gives the part below 1/4. Each higher bit, from 1/4 to 16, contributes a factor e^-2^bit.
  const int32_t below_quarter = (value & (kQuarter - 1)) - kQuarter;
  int32_t result = ExpOfQuarter(TimesPowerOfTwo(below_quarter, kExponentBits));
  const int32_t remainder = WrappingSubtract(below_quarter, value);
  constexpr int32_t kMultipliers[] = {1672461947, 1302514674, 790015084, 290630308, 39332535, 720401, 242};
  for (size_t bit = 0; bit < std::size(kMultipliers); ++bit) {
    if ((remainder & (kQuarter << bit)) != 0) result = HighProduct(result, kMultipliers[bit]);
  }
  return result;
}

SumInverse InverseOfSum(int64_t sum) {
  const auto [mantissa, bits] = InWord(sum);
  const ScaledMantissa reciprocal = ReciprocalOf(mantissa);
  return {.inverse = reciprocal.mantissa, .bits = kExpSumBits - kFractionBits + reciprocal.exponent + bits};
}

int32_t LogOf(int64_t sum) {
  constexpr int32_t kLogOfTwo = 1488522236;
  const auto [mantissa, bits] = InWord(sum);
  const Normalized normalized = Normalize(mantissa);
  const int32_t log = WrappingAdd(HighProduct(normalized.power, kLogOfTwo), LogNearOne(normalized.integer));
  return TimesPowerOfTwo(log, kLogBits - kExponentBits) + bits * (kLogOfTwo >> kExponentBits);
}

}  // namespace litevk
