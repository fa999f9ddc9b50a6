#include "runtime/opset/recurrent/gates16.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>

#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/quantized/fixed_point_math.h"

namespace litevk {
namespace {

constexpr int16_t kOne = 0x7FFF;  // the largest number without integer bits, which stands for 1

int16_t Wrap(int32_t value) { return static_cast<int16_t>(value); }

// Returns the 16-bit form of a constant that gemmlowp states with 32 bits.
constexpr int16_t Short(int32_t raw) { return static_cast<int16_t>((int64_t{raw} + 0x8000) >> 16); }

// Returns value * 2^exponent.
int16_t TimesPowerOfTwo(int32_t value, int exponent) {
  if (exponent < 0) return Wrap(RoundingShift(value, -exponent));
  return static_cast<int16_t>(
      std::clamp<int64_t>(int64_t{value} << exponent, std::numeric_limits<int16_t>::min(), kOne));
}

// Returns exp(x) of -1/4 <= x < 0, without integer bits: a Taylor series around -1/8.
int16_t ExpNearZero(int16_t fraction) {
  constexpr int16_t kExpOfMinusEighth = Short(1895147668);
  constexpr int16_t kThird = Short(715827883);
  const int16_t x = Wrap(fraction + (1 << 12));
  const int16_t x2 = HighProduct(x, x);
  const int16_t x3 = HighProduct(x2, x);
  const int16_t x4 = HighProduct(x2, x2);
  const int16_t of_sixth = HighProduct(Wrap(TimesPowerOfTwo(x4, -2) + x3), kThird);
  const int16_t tail = TimesPowerOfTwo(Wrap(of_sixth + x2), -1);
  return Wrap(kExpOfMinusEighth + HighProduct(kExpOfMinusEighth, Wrap(x + tail)));
}

// Returns exp(x) without integer bits, of x <= 0 with `integer_bits`.
int16_t ExpOfNegative(int16_t x, int integer_bits) {
  // exp(-1/4), exp(-1/2), exp(-1), exp(-2) .. exp(-16).
  constexpr int16_t kPowers[] = {Short(1672461947), Short(1302514674), Short(790015084), Short(290630308),
                                 Short(39332535),   Short(720401),     Short(242)};
  if (x == 0) return kOne;
  const int quarter_bit = 15 - integer_bits - 2;
  const int quarter = 1 << quarter_bit;
  const int fraction = (x & (quarter - 1)) - quarter;
  int16_t result = ExpNearZero(TimesPowerOfTwo(fraction, integer_bits));
  const int rest = fraction - x;
  for (int power = 0; power < integer_bits + 2 && power < static_cast<int>(std::size(kPowers)); ++power) {
    if ((rest & (1 << (quarter_bit + power))) != 0) result = HighProduct(result, kPowers[power]);
  }
  if (integer_bits > 5 && x < -(1 << (20 - integer_bits))) return 0;
  return result;
}

// Returns 2 / (1 + x) with 2 integer bits, of 0 <= x <= 1 without: three steps of Newton's.
int16_t TwiceReciprocalOfOnePlus(int16_t x) {
  constexpr int16_t kFirst = Short(1515870810);   // 48 / 17
  constexpr int16_t kSlope = Short(-1010580540);  // -32 / 17
  const auto half = static_cast<int16_t>((x + kOne + 1) / 2);
  int16_t result = Wrap(kFirst + HighProduct(half, kSlope));
  for (int step = 0; step < 3; ++step) {
    const int16_t rest = Wrap((1 << 13) - HighProduct(half, result));
    result = Wrap(result + TimesPowerOfTwo(HighProduct(result, rest), 2));
  }
  return result;
}

}  // namespace

int16_t GateLogistic(int16_t x) {
  if (x == 0) return 1 << 14;
  const auto size = static_cast<int16_t>(-std::abs(std::max<int>(x, -kOne)));
  const int16_t positive = TimesPowerOfTwo(TwiceReciprocalOfOnePlus(ExpOfNegative(size, 3)), 1);
  return x > 0 ? positive : Wrap(kOne - positive);
}

int16_t GateTanh(int16_t x, int integer_bits) {
  if (x == 0) return 0;
  const int16_t size = x < 0 ? x : Wrap(-x);
  const int16_t twice = TwiceReciprocalOfOnePlus(ExpOfNegative(size, integer_bits + 1));
  const int16_t value = TimesPowerOfTwo(Wrap(twice - (1 << 13)), 2);
  return x < 0 ? Wrap(-value) : value;
}

}  // namespace litevk
