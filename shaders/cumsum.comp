#version 450
// Running sums along one dim of source {outer, dim, inner}. One invocation adds up `count` elements of one line from element
// `first` on, in TFLite's order. If a line takes several dispatches, carry {lines} holds its sum between them.
// Iterations: count
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/elements.glsl"
#include "common/flat.glsl"
READ_ELEMENTS(0, source)
WRITE_ELEMENTS(1, result)
layout(std430, binding = 2) buffer carry_words { uint carry[]; };  // two words for each line

layout(constant_id = 3) const uint kKind = 0;   // float32, or signed integers
layout(constant_id = 4) const uint kBytes = 4;  // 4 or 8
layout(constant_id = 5) const bool kIsExclusive = false;  // a sum leaves out the element at its own index
layout(constant_id = 6) const bool kIsReverse = false;    // sums begin at the end
layout(constant_id = 7) const bool kContinues = false;    // a line that another dispatch has begun
layout(constant_id = 8) const bool kIsContinued = false;  // another dispatch goes on with the line

layout(push_constant) uniform Push {
  uint total;  // lines
  uint dim, inner;
  uint first, count;
};

uvec2 Sum(const uvec2 l, const uvec2 r) {
  if (kKind == kFloat) return uvec2(floatBitsToUint(uintBitsToFloat(l.x) + uintBitsToFloat(r.x)), 0);
  return Add64(l, r);
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint begin = index / inner * dim * inner + index % inner;
  uvec2 sum = kContinues ? uvec2(carry[2 * index], carry[2 * index + 1]) : uvec2(0);
  for (uint step = first; step < first + count; ++step) {
    const uint element = begin + (kIsReverse ? dim - 1 - step : step) * inner;
    const uvec2 next = Sum(sum, Load_source(element, kKind, kBytes));
    StoreElement_result(element, kBytes, kIsExclusive ? sum : next);
    sum = next;
  }
  if (!kIsContinued) return;
  carry[2 * index] = sum.x;
  carry[2 * index + 1] = sum.y;
}
