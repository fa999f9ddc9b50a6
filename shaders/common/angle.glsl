// Computes the angle of a point. GLSL's own atan only guarantees 4096 units in the last place. Include after common/real.glsl.
const float kPi = 3.14159265358979;

// Returns the arc tangent of v in [0, 1], within 6e-8. The polynomial in z = t * t approximates (atan(t) / t - 1) / z. The fit
// used Chebyshev points in [0, tan(pi / 8)]. Above them, atan(v) = pi / 4 + atan((v - 1) / (v + 1)).
float ArcTangent(const float v) {
  const bool is_large = v > 0.41421356;
  const float t = is_large ? (v - 1.0) / (v + 1.0) : v;
  const float z = t * t;
  const float series =
      (((-0.064593792 * z + 0.107462995) * z - 0.142642334) * z + 0.199995503) * z - 0.333333313;
  return (is_large ? 0.25 * kPi : 0.0) + (t + t * z * series);
}

// Returns smaller / larger for operands that are neither negative nor NaN; two infinities give 1. Scales both operands into the
// range in which every device divides accurately.
float Ratio(const float smaller, const float larger) {
  const uint infinity = kInfinityBits;
  if (floatBitsToUint(larger) == infinity) return floatBitsToUint(smaller) == infinity ? 1.0 : 0.0;
  const float scale = larger > 1e18 ? 1e-18 : (larger < 1e-18 ? 1e18 : 1.0);
  const float divisor = larger * scale;
  return divisor == 0.0 ? 0.0 : (smaller * scale) / divisor;
}

// Returns the angle of the point (x, y). Arguments and result are the bits of floats. The sign bits of x and y, also of zeros,
// choose the quadrant.
uint AngleBits(const uint y, const uint x) {
  const uint across = x & kMagnitudeBits;
  const uint up = y & kMagnitudeBits;
  if (across > kInfinityBits || up > kInfinityBits) return kNanBits;
  float angle = ArcTangent(Ratio(uintBitsToFloat(min(across, up)), uintBitsToFloat(max(across, up))));
  if (up > across) angle = 0.5 * kPi - angle;
  if ((x & kSignBit) != 0) angle = kPi - angle;
  return floatBitsToUint(angle) | (y & kSignBit);
}
