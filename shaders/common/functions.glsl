// Functions of floats as TFLite's reference kernels compute them, for cases that GLSL leaves open or in which drivers differ.
// These are NaNs and arguments outside a function's domain.
#ifndef FUNCTIONS
#define FUNCTIONS
#include "common/non_finite.glsl"

const uint kNanBits = 0x7FC00000;
const uint kNegativeInfinityBits = 0xFF800000;

// Returns v / x, also for divisors above 2^126, which Vulkan leaves open: NVIDIA's driver returns 0 for finite v and NaN for
// infinities.
vec4 Quotient(const vec4 v, const vec4 x) {
  const vec4 shrink = mix(vec4(1.0), vec4(0.25), greaterThan(abs(x), vec4(8.5e37)));
  return (v * shrink) / (x * shrink);
}

// Returns exp(v), and NaN for NaN: some drivers' exp returns a number, SwiftShader's zero.
vec4 Exp(const vec4 v) { return mix(exp(v), v, IsNan(v)); }

// Returns exp(v) - 1 for numbers. Near zero a series avoids the cancellation.
vec4 Expm1(const vec4 v) {
  const vec4 series = v * (1.0 + v * (1.0 / 2.0 + v * (1.0 / 6.0 + v / 24.0)));
  return mix(exp(v) - 1.0, series, lessThan(abs(v), vec4(0.03)));
}

// Returns `result`, or NaN if v is NaN or below zero.
vec4 OfPositive(const vec4 v, const vec4 result) {
  return mix(result, uintBitsToFloat(uvec4(kNanBits)), bvec4(uvec4(IsNan(v)) | uvec4(lessThan(v, vec4(0.0)))));
}
vec4 Sqrt(const vec4 v) { return OfPositive(v, sqrt(v)); }
vec4 Log(const vec4 v) {
  return OfPositive(v, mix(log(v), vec4(uintBitsToFloat(kNegativeInfinityBits)), equal(v, vec4(0.0))));
}

// Returns 1 - erf(v) for v >= 0, with a relative error below 1.2e-7. This is the Chebyshev fit of W. H. Press et al., Numerical
// Recipes in C, section 6.2.
vec4 Erfc(const vec4 v) {
  const vec4 t = 1.0 / (1.0 + 0.5 * v);
  vec4 sum = -0.82215223 + t * 0.17087277;
  sum = 1.48851587 + t * sum;
  sum = -1.13520398 + t * sum;
  sum = 0.27886807 + t * sum;
  sum = -0.18628806 + t * sum;
  sum = 0.09678418 + t * sum;
  sum = 0.37409196 + t * sum;
  sum = 1.00002368 + t * sum;
  return t * exp(-v * v - 1.26551223 + t * sum);
}

vec4 Gelu(const vec4 v) {
  const vec4 tail = Erfc(abs(v) * 0.7071067811865476);
  const vec4 result = 0.5 * v * mix(2.0 - tail, tail, lessThan(v, vec4(0.0)));
  return mix(result, v, IsNan(v));
}

// Clamps the argument of tanh: beyond 10 tanh is 1 in float32, and some drivers' tanh overflows.
vec4 ApproximateGelu(const vec4 v) {
  const vec4 bend = 0.7978845608028654 * (v + 0.044715 * (v * v * v));
  return mix(0.5 * v * (1.0 + tanh(clamp(bend, -10.0, 10.0))), v, IsNan(v));
}
#endif
