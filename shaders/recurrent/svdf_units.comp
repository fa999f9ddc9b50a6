#version 450
// Computes the result of int8 SVDF, bit for bit as TFLite's reference kernels. A unit adds up the products of its filters'
// answers and their weights over time. The answers are the int16 state {batch, units, taps}; the result is {batch, units}. One
// invocation writes four neighbours of the result.
// Iterations: 4 * taps
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/flat.glsl"
#include "common/quantized_values.glsl"
#include "common/requantize.glsl"
READ_INTEGERS(0, state)
READ_INTEGERS(1, weights)
READ_INTEGERS(2, bias)
// Zero point of the result; then multiplier, left and right shift of a sum.
layout(std430, binding = 3) readonly buffer integers_words { uvec4 integers[]; };
WRITE_INTEGERS(4, result)

layout(constant_id = 3) const bool kHasBias = false;
layout(constant_id = 4) const bool kWholeWords = false;  // the answers of a unit are whole groups of four

layout(push_constant) uniform Push {
  uint elements;  // elements of the result
  uint total;     // groups of four elements
  uint units;
  uint taps;  // answers of all filters of a unit
};

int Sum(const uint element) {
  const uint unit = element % units;
  ivec4 sums = ivec4(kHasBias ? Integer_bias(unit, kSigned, 4) : 0, 0, 0, 0);
  if (kWholeWords) {
    for (uint group = 0; group < taps / 4; ++group) {
      sums += Integers_state(element * (taps / 4) + group, 4, kSigned, 2) *
              Integers_weights(unit * (taps / 4) + group, 4, kSigned, 2);
    }
  } else {
    for (uint tap = 0; tap < taps; ++tap) {
      sums.x += Integer_state(element * taps + tap, kSigned, 2) * Integer_weights(unit * taps + tap, kSigned, 2);
    }
  }
  return sums.x + sums.y + sums.z + sums.w;
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint first = index * 4;
  const uint last = elements - 1;
  const ivec4 sums = ivec4(Sum(first), Sum(min(first + 1, last)), Sum(min(first + 2, last)), Sum(min(first + 3, last)));
  const ivec4 scale = ivec4(integers[0]);
  // Clamps twice: a value beyond 256 saturates whatever the zero point is.
  const ivec4 steps = clamp(Rescale(sums, ivec4(scale.y), ivec4(scale.z), ivec4(scale.w)), -256, 256);
  StoreIntegers_result(index, min(elements - first, 4), 1, clamp(steps + scale.x, -0x80, 0x7F));
}
