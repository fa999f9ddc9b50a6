// Computes l to the power of r for float32 bits. The logarithm has twice the digits of a float32, since a large exponent turns
// its low digits into digits of the result. See T. J. Dekker, "A floating-point technique for extending the available
// precision", 1971. Include after common/real.glsl.

// Represents the sum of two floats, the second of which is small.
struct Pair {
  float high, low;
};

Pair TwoSum(const float l, const float r) {
  precise const float sum = l + r;
  precise const float r_part = sum - l;
  precise const float error = (l - (sum - r_part)) + (r - r_part);
  return Pair(sum, error);
}

float UpperDigits(const float v) { return uintBitsToFloat(floatBitsToUint(v) & 0xFFFFF000); }

Pair TwoProduct(const float l, const float r) {
  precise const float product = l * r;
  precise const float l_high = UpperDigits(l);
  precise const float r_high = UpperDigits(r);
  precise const float l_low = l - l_high;
  precise const float r_low = r - r_high;
  precise const float error = ((l_high * r_high - product) + l_high * r_low + l_low * r_high) + l_low * r_low;
  return Pair(product, error);
}

const float kLn2High = 0.693145751953125;  // times an exponent this is exact
const float kLn2Low = 1.42860682030941723e-6;

// Returns the natural logarithm of a positive number m * 2^e, with m in [sqrt(1/2), sqrt(2)). The logarithm of m is 2 atanh(s)
// with s = (m - 1) / (m + 1).
Pair Logarithm(const uint v) {
  const uint scaled = v < 0x800000 ? floatBitsToUint(uintBitsToFloat(v) * 8388608.0) : v;
  const int exponent = int(scaled + 0x4AFB0D >> kMantissaBits) - kExponentBias;  // one more from sqrt(2) on
  const float m = uintBitsToFloat(scaled - (uint(exponent) << kMantissaBits));
  const float e = float(exponent - (v < 0x800000 ? kMantissaBits : 0));
  precise const float f = m - 1.0;
  const Pair divisor = TwoSum(1.0, m);
  precise const float s = f / divisor.high;
  const Pair back = TwoProduct(s, divisor.high);
  precise const float s_low = (((f - back.high) - back.low) - s * divisor.low) / divisor.high;
  const float z = s * s;
  const float series = s * z * (2.0 / 3.0 + z * (2.0 / 5.0 + z * (2.0 / 7.0 + z * (2.0 / 9.0 + z * (2.0 / 11.0)))));
  const Pair sum = TwoSum(e * kLn2High, 2.0 * s);
  return TwoSum(sum.high, sum.low + (2.0 * s_low + series + e * kLn2Low));
}

// Returns e to the power of v.high + v.low.
float Exponential(const Pair v) {
  if (v.high > 89.0) return uintBitsToFloat(kInfinityBits);
  if (v.high < -104.0) return 0.0;
  const float n = roundEven(v.high * 1.4426950408889634);
  precise const float r = ((v.high - n * kLn2High) - n * kLn2Low) + v.low;
  const float series =
      1.0 + r * (1.0 + r / 2.0 * (1.0 + r / 3.0 * (1.0 + r / 4.0 * (1.0 + r / 5.0 * (1.0 + r / 6.0 * (1.0 + r / 7.0))))));
  const int first = int(n) / 2;  // 2^n itself may exceed the float range
  return series * uintBitsToFloat(uint(first + kExponentBias) << kMantissaBits) *
         uintBitsToFloat(uint(int(n) - first + kExponentBias) << kMantissaBits);
}

bool IsWhole(const uint v) { return (v & kMagnitudeBits) >= 0x4B000000 || Remainder(v, kOne) << 1 == 0; }
bool IsOdd(const uint v) { return (v & kMagnitudeBits) < 0x4B800000 && Remainder(v, 0x40000000) << 1 == kOne << 1; }

// Raises a base that is not negative to the power of r.
uint PowerOfMagnitude(const uint l, const uint r) {
  if (l == 0 || l == kInfinityBits || IsInfinite(r)) {
    if (l == kOne) return kOne;
    return (l > kOne) == IsBelowZero(r) ? 0 : kInfinityBits;
  }
  const Pair logarithm = Logarithm(l);
  const float exponent = uintBitsToFloat(r);
  // Beyond this bound the exponential is 0 or infinite, and the product's digits would not fit.
  if (abs(logarithm.high * exponent) > 200.0) return (l > kOne) == IsBelowZero(r) ? 0 : kInfinityBits;
  const Pair product = TwoProduct(logarithm.high, exponent);
  return floatBitsToUint(Exponential(Pair(product.high, product.low + logarithm.low * exponent)));
}

// Returns the power as C's pow does.
uint Power(const uint l, const uint r) {
  if (l == kOne || r << 1 == 0) return kOne;
  if (IsNanBits(l) || IsNanBits(r)) return kNanBits;
  const bool is_negative = IsBelowZero(l);
  if (is_negative && l << 1 != 0 && !IsInfinite(l) && !IsInfinite(r) && !IsWhole(r)) return kNanBits;
  const uint power = PowerOfMagnitude(l & kMagnitudeBits, r);
  return is_negative && IsOdd(r) ? power | kSignBit : power;
}
