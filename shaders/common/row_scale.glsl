// Quantizes a row of floats to int8 at run time, bit for bit as TFLite's SSE code does (kernels_ref/common/dynamic_int8_rows.h).
// Include after common/int64.glsl, common/non_finite.glsl and common/quotient.glsl.

// Maps floats to integers in the same order; -0 comes before 0.
int OrderOf(const float value) {
  const int bits = floatBitsToInt(value);
  return bits ^ ((bits >> 31) & 0x7FFFFFFF);
}
float FloatInOrder(const int order) { return intBitsToFloat(order ^ ((order >> 31) & 0x7FFFFFFF)); }

struct RowScale {
  float scale;
  float inverse;  // rounded separately from scale; 0: all values of the row are zero
  int zero_point;
};

const RowScale kOfZeros = RowScale(1.0, 0.0, 0);

// 127 and 255 times 2^-126: devices flush a scale below 2^-126 to 0.
const uint kLeastMagnitude = 0x03FE0000;
const uint kLeastRange = 0x047F0000;

RowScale SymmetricScale(const float least, const float greatest) {
  const float magnitude = max(abs(least), abs(greatest));
  const uint bits = floatBitsToUint(magnitude);
  if (bits < kLeastMagnitude) return kOfZeros;
  if (bits >= kInfinityBits) return RowScale(magnitude, 0.0, 0);
  return RowScale(NearestQuotient(magnitude, 127.0), NearestQuotient(127.0, magnitude), 0);
}

const uint kBelowPoint = 53;  // fraction bits of Steps

// Returns value / scale with kBelowPoint fraction bits.
uvec2 Steps(const float value, const Double scale) {
  if (value < 1.17549435e-38) return uvec2(0);
  const Double steps = NearestQuotient(DoubleOf(value), scale);
  const int shift = steps.exponent + int(kBelowPoint);
  if (shift >= 0) return ShiftLeft64(steps.significand, uint(shift));
  return shift > -64 ? ShiftRightUnsigned64(steps.significand, uint(-shift)) : uvec2(0);
}

// Rounds to the 53 bits of a double, then to an integer, ties away from zero. A value within half a unit of the last of these
// bits below a tie first becomes the tie.
int RoundedTwice(const uvec2 magnitude) {
  const int top = magnitude.y != 0 ? 32 + findMSB(magnitude.y) : findMSB(magnitude.x);
  const uvec2 half_unit = top >= 53 ? ShiftLeft64(uvec2(1, 0), uint(top - 53)) : uvec2(0);
  const uvec2 half_step = ShiftLeft64(uvec2(1, 0), kBelowPoint - 1);
  return int(ShiftRightUnsigned64(Add64(Add64(magnitude, half_unit), half_step), kBelowPoint).x);
}

// Returns the zero point. TFLite divides doubles by a scale that is itself a quotient of doubles, then subtracts 128 or
// subtracts from 127. These roundings can create or remove a tie, so they are reproduced here. TFLite also compares doubles to
// choose the end to count from, but where they are about equal both give the same value.
int ZeroPointOf(const float low, const float high, const float range) {
  const Double scale = NearestQuotient(DoubleOf(range), Double(ShiftLeft64(uvec2(255, 0), 45), -45));
  const bool is_low = high + low > range / 255.0;
  const uvec2 ends = uvec2(0, (is_low ? 128 : 127) << 21);
  const uvec2 rest = Sub64(ends, Steps(is_low ? -low : high, scale));
  const int integer = RoundedTwice(Magnitude64(rest));
  return is_low || IsNegative64(rest) ? -integer : integer;
}

RowScale AsymmetricScale(const float least, const float greatest) {
  const float low = min(least, 0.0);
  const float high = max(greatest, 0.0);
  precise const float range = high - low;
  const uint bits = floatBitsToUint(range);
  if (bits < kLeastRange) return kOfZeros;
  if (bits >= kInfinityBits) return RowScale(range, 0.0, floatBitsToUint(high) == kInfinityBits ? 0 : 127);
  const float scale = NearestQuotient(range, 255.0);
  return RowScale(scale, NearestQuotient(1.0, scale), ZeroPointOf(low, high, range));
}

// Quantizes four values of a row and adds its zero point. TFLite adds a whole half in blocks of eight values, which carries the
// float just below 0.5 to 1. The rest of a row is rounded without that effect.
ivec4 IntegersOf(const vec4 values, const RowScale row, const bool is_asymmetric, const bool in_block) {
  const float half_step = uintBitsToFloat(in_block ? 0x3F000000u : 0x3EFFFFFFu);
  precise const vec4 steps = values * row.inverse;
  const bvec4 is_nan = IsNan(steps);
  const vec4 kept = mix(clamp(steps, -512.0, 512.0), vec4(0.0), is_nan);
  precise const vec4 moved = kept + mix(vec4(half_step), vec4(-half_step), lessThan(kept, vec4(0.0)));
  const int lowest = is_asymmetric ? -128 : -127;
  const int of_nan = !is_asymmetric ? -127 : !in_block ? 0 : row.zero_point < 0 ? 127 : -128;
  return mix(clamp(ivec4(moved) + row.zero_point, lowest, 127), ivec4(of_nan), is_nan);
}
