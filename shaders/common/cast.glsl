// Converts elements to another type in integer arithmetic only, so that all drivers round alike. A float of two bytes
// is a float16, which converts by way of float32. Include after common/elements.glsl.
#include "common/non_finite.glsl"

const uint kSignBit = 0x80000000;
const int kMantissaBits = 23;
const int kExponentBias = 127;

// Truncates a float, given as bits, toward zero. Saturates to the int64 range; a NaN gives the highest int64.
uvec2 Truncated(const uint bits) {
  const bool is_negative = (bits & kSignBit) != 0;
  const uint magnitude = bits & kMagnitudeBits;
  const int exponent = int(magnitude >> kMantissaBits) - kExponentBias;
  if (magnitude > kInfinityBits || (exponent >= 63 && !is_negative)) return kInt64Highest;
  if (exponent >= 63) return kInt64Lowest;
  if (exponent < 0) return uvec2(0);
  const uvec2 mantissa = uvec2((magnitude & 0x7FFFFF) | 0x800000, 0);
  const int shift = exponent - kMantissaBits;
  const uvec2 whole =
      shift < 0 ? ShiftRightUnsigned64(mantissa, uint(-shift)) : ShiftLeft64(mantissa, uint(shift));
  return is_negative ? Negate64(whole) : whole;
}

// Returns the bits of the float nearest to v, ties to even.
uint Rounded(const uvec2 v) {
  const uint sign = IsNegative64(v) ? kSignBit : 0;
  const uvec2 magnitude = Magnitude64(v);
  if (magnitude == uvec2(0)) return 0;
  const int top = magnitude.y != 0 ? 32 + findMSB(magnitude.y) : findMSB(magnitude.x);
  const uint exponent = uint(top + kExponentBias) << kMantissaBits;
  if (top <= kMantissaBits) return sign | (exponent + (magnitude.x << (kMantissaBits - top)) - 0x800000);
  const uint lost = uint(top - kMantissaBits);
  const uvec2 halves = ShiftRightUnsigned64(magnitude, lost - 1);
  const bool is_more = ShiftLeft64(halves, lost - 1) != magnitude;
  const uint mantissa = halves.x >> 1;
  const bool rounds_up = (halves.x & 1) != 0 && (is_more || (mantissa & 1) != 0);
  return sign | (exponent + mantissa + uint(rounds_up) - 0x800000);
}

// Clamps v to the integers of `bits` bits, fewer than 64.
uvec2 Saturated(const uvec2 v, const uint kind, const uint bits) {
  if (kind == kUnsigned) return Max64(Min64(v, uvec2((1u << bits) - 1, 0)), uvec2(0));
  const uvec2 limit = ShiftLeft64(uvec2(1, 0), bits - 1);
  return Max64(Min64(v, Sub64(limit, uvec2(1, 0))), Negate64(limit));
}

// Returns the bits of the float equal to a float16. Denormal float16 values, below 2^-14, count units of 2^-24.
uint FloatOfHalf(const uint half_bits) {
  const uint sign = (half_bits & 0x8000) << 16;
  const uint magnitude = (half_bits & 0x7FFF) << 13;
  if (magnitude >= 0x0F800000) return sign | magnitude | kInfinityBits;
  if (magnitude >= 0x00800000) return sign | (magnitude + (112u << kMantissaBits));
  if (magnitude == 0) return sign;
  return sign | (Rounded(uvec2(half_bits & 0x3FF, 0)) - (24u << kMantissaBits));
}

// Returns the float16 nearest to a float, ties to even.
uint HalfOfFloat(const uint bits) {
  const uint sign = bits >> 16 & 0x8000;
  const uint magnitude = bits & kMagnitudeBits;
  const uint exponent = magnitude >> kMantissaBits;
  if (magnitude > kInfinityBits) return sign | 0x7E00;
  if (exponent >= 143) return sign | 0x7C00;
  if (exponent < 102) return sign;
  const bool is_counted = exponent < 113;
  const uint value = is_counted ? (magnitude & 0x7FFFFF) | 0x800000 : magnitude - (112u << kMantissaBits);
  const uint lost = is_counted ? 126 - exponent : 13;
  const uint is_odd = value >> lost & 1;
  return sign | (value + (1u << (lost - 1)) - 1 + is_odd) >> lost;
}

// Converts one element. Storing drops an integer's upper bits. A complex number converts by its real part, or stays
// unchanged if the target is complex. `from_bytes` is the source size in bytes, `bits` the target size in bits.
uvec2 Cast(const uvec2 element, const uint from, const uint from_bytes, const uint to, const uint bits) {
  if (from == kComplex && to == kComplex) return element;
  const bool is_float = from == kFloat || from == kComplex;
  const uvec2 v = from == kFloat && from_bytes == 2 ? uvec2(FloatOfHalf(element.x), element.y) : element;
  if (to == kTruth) return uvec2(is_float ? uint((v.x & kMagnitudeBits) != 0) : uint(v != uvec2(0)), 0);
  if (to == kFloat || to == kComplex) {
    const uint result = is_float ? v.x : Rounded(v);
    return uvec2(bits == 16 ? HalfOfFloat(result) : result, 0);
  }
  if (!is_float) return v;
  const uvec2 whole = Truncated(v.x);
  return bits < 64 ? Saturated(whole, to, bits) : whole;
}
