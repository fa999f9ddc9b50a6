// Detects NaNs and infinities by their bits. Without an execution mode that few modules can afford, a driver may assume
// that comparisons of floats never meet one. Moreover, min, max and clamp have no defined result for a NaN
// (docs/design/non_finite.md).
const uint kMagnitudeBits = 0x7FFFFFFF;
const uint kInfinityBits = 0x7F800000;
const float kLargest = 3.402823466e+38;

bvec4 IsNan(const vec4 v) { return greaterThan(floatBitsToUint(v) & kMagnitudeBits, uvec4(kInfinityBits)); }

// Replaces infinities by the largest floats, whose bits are one less.
vec4 Finite(const vec4 v) {
  const uvec4 bits = floatBitsToUint(v);
  return uintBitsToFloat(bits - uvec4(equal(bits & kMagnitudeBits, uvec4(kInfinityBits))));
}
