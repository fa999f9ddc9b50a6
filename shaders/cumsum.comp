#version 450
// Running sums along one dim of source {outer, dim, inner}. One invocation adds up one line, in TFLite's order.
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/elements.glsl"
#include "common/flat.glsl"
READ_ELEMENTS(0, source)
WRITE_ELEMENTS(1, result)

layout(constant_id = 3) const uint kKind = 0;   // float32, or signed integers
layout(constant_id = 4) const uint kBytes = 4;  // 4 or 8
layout(constant_id = 5) const bool kIsExclusive = false;  // a sum leaves out the element at its own place
layout(constant_id = 6) const bool kIsReverse = false;    // sums begin at the end

layout(push_constant) uniform Push {
  uint total;  // lines
  uint dim, inner;
};

uvec2 Sum(uvec2 l, uvec2 r) {
  if (kKind == kFloat) return uvec2(floatBitsToUint(uintBitsToFloat(l.x) + uintBitsToFloat(r.x)), 0);
  return Add64(l, r);
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint begin = index / inner * dim * inner + index % inner;
  uvec2 sum = uvec2(0);
  for (uint step = 0; step < dim; ++step) {
    const uint element = begin + (kIsReverse ? dim - 1 - step : step) * inner;
    const uvec2 next = Sum(sum, Load_source(element, kKind, kBytes));
    StoreElement_result(element, kBytes, kIsExclusive ? sum : next);
    sum = next;
  }
}
