// Functions of fixed-point numbers with 31 fraction bits. Results are bit for bit those of runtime/opset/quantized/fixed_point_math.h and
// fixed_point_exp.h, which describe them.
const int kLowest32 = int(0x80000000);
const int kHighest32 = 0x7FFFFFFF;

int LeadingZeros(const int value) { return 31 - findMSB(uint(value)); }

int HighProduct(const int l, const int r) {
  int high, low;
  imulExtended(l, r, high, low);
  uint carry;
  const uint rounded = uaddCarry(uint(low), 0x40000000u, carry);
  const int product = ((high + int(carry)) << 1) | int(rounded >> 31);
  return l == kLowest32 && r == kLowest32 ? kHighest32 : product;
}

// Shifts right by 0 to 31 bits and rounds to nearest, ties away from zero.
int RoundingShift(const int value, const int bits) {
  const int mask = int((1u << bits) - 1);
  const int threshold = (mask >> 1) + (value < 0 ? 1 : 0);
  return (value >> bits) + ((value & mask) > threshold ? 1 : 0);
}

// Shifts left by 0 to 31 bits and saturates.
int SaturatingShift(const int value, const int bits) {
  const int shifted = value << bits;
  if (shifted >> bits == value) return shifted;
  return value < 0 ? kLowest32 : kHighest32;
}

int TimesPowerOfTwo(const int value, const int exponent) {
  if (exponent >= 0) return SaturatingShift(value, min(exponent, 31));
  return exponent < -31 ? 0 : RoundingShift(value, -exponent);
}

// Returns 1 / (1 + fraction) by three steps of Newton's method.
int OneOverOnePlus(const int fraction) {
  const int half_sum = int((uint(fraction) + 0x80000000u) >> 1);
  int estimate = 1515870810 + HighProduct(half_sum, -1010580540);  // 48/17 - half_sum * 32/17
  for (int i = 0; i < 3; ++i) {
    const int rest = (1 << 29) - HighProduct(half_sum, estimate);
    estimate += SaturatingShift(HighProduct(estimate, rest), 2);
  }
  return SaturatingShift(estimate, 1);
}

// Represents mantissa * 2^(-31 - exponent).
struct ScaledMantissa {
  int mantissa, exponent;
};

ScaledMantissa ReciprocalOf(const int value) {
  const int zeros = LeadingZeros(value);
  return ScaledMantissa(OneOverOnePlus(int((uint(value) << zeros) - 0x80000000u)), 31 - zeros);
}

// Returns the inverse square root of a fraction by five steps of Newton's method.
int InverseRootOfFraction(const int value) {
  const int kOne = 1 << 28;
  const int half_value = RoundingShift(value >> 1, 1);
  int estimate = kOne;
  for (int i = 0; i < 5; ++i) {
    const int cube = SaturatingShift(HighProduct(HighProduct(estimate, estimate), estimate), 6);
    estimate = SaturatingShift(HighProduct(kOne + kOne / 2, estimate) - HighProduct(half_value, cube), 3);
  }
  return HighProduct(estimate, 1518500250);  // sqrt(1/2)
}

ScaledMantissa InverseRootOf(const int value) {
  if (value <= 1) return ScaledMantissa(kHighest32, 0);
  const bool is_large = value >= 1 << 29;
  const int reduced = is_large ? value / 4 : value;
  const int pairs = (LeadingZeros(reduced) - 1) / 2 - 1;
  const int exponent = 11 + int(is_large) - pairs;
  const int mantissa = InverseRootOfFraction(reduced << (2 * pairs));
  return exponent < 0 ? ScaledMantissa(mantissa << -exponent, 0) : ScaledMantissa(mantissa, exponent);
}

// Integer bits of the argument of ExpOfNegative and the result of LogOf, of LogOf's intermediate results, and of sums of
// exponentials.
const int kExponentBits = 5;
const int kLogBits = kExponentBits + 1;
const int kExpSumBits = 12;

// Represents a sum of 64 bits (common/int64.glsl), above 0, as number * 2^bits.
struct Word {
  int mantissa, bits;
};
Word InWord(const uvec2 sum) {
  const int high_bits = sum.y == 0 ? 0 : findMSB(sum.y) + 1;
  const int bits = high_bits + 1 - int(sum.y == 0 && sum.x < 0x80000000u);
  return Word(int(ShiftRightUnsigned64(sum, uint(bits)).x), bits);
}

// Returns the power and the quarter of a logarithm's normalization, with kLogBits integer bits.
int PowerOf(const int zeros, const int quarter) { return ((kExpSumBits - zeros) << (31 - kLogBits)) + quarter; }

int LogNearOne(const int integer) {
  const int kFourthRoot = 1805811301;
  const int p = int((uint(integer) + uint(kFourthRoot) + 1) >> 1);
  const int q = (integer - kFourthRoot) * 2;
  const int square = HighProduct(q, q);
  const int numerator = HighProduct(q, integer) + HighProduct(HighProduct(q, square), 117049297);
  const int inner = 1057819769 + q + HighProduct(127690142, square);
  const int denominator = HighProduct(p, inner) + HighProduct(638450708, q);
  return HighProduct(TimesPowerOfTwo(numerator, -kLogBits), OneOverOnePlus(denominator));
}

// Returns the logarithm of a sum that is at least 1 and has kExpSumBits integer bits.
int LogOf(const uvec2 sum) {
  const int kLogOfTwo = 1488522236;
  const int kHalfRoot = 1518500250;
  const int quarter = RoundingShift(1 << 29, kLogBits);
  const Word word = InWord(sum);
  const int zeros = LeadingZeros(word.mantissa);
  const int above = TimesPowerOfTwo(HighProduct(SaturatingShift(word.mantissa, zeros - 1), kHalfRoot), 1);
  const int zeros_below = LeadingZeros(HighProduct(word.mantissa, kHalfRoot)) - 1;
  const int below = SaturatingShift(word.mantissa, zeros_below);
  const int power = max(PowerOf(zeros, quarter), PowerOf(zeros_below, -quarter));
  const int log = HighProduct(power, kLogOfTwo) + LogNearOne(min(above, below));
  return SaturatingShift(log, kLogBits - kExponentBits) + word.bits * (kLogOfTwo >> kExponentBits);
}
