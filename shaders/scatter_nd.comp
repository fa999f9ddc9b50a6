#version 450
// Slices of updates, added to those of a tensor of zeros: slice p of the result is the sum of the updates' slices
// rows[first[p]] to rows[first[p + 1] - 1], in that order. Elements of any type; of bool the sum is whether one holds. One
// invocation writes four neighbours of the result.
#extension GL_GOOGLE_include_directive : require
#include "common/elements.glsl"
#include "common/flat.glsl"
READ_ELEMENTS(0, updates)
layout(std430, binding = 1) readonly buffer first_words { uint first[]; };
layout(std430, binding = 2) readonly buffer rows_words { uint rows[]; };
WRITE_ELEMENTS(3, result)

layout(constant_id = 3) const uint kKind = 0;
layout(constant_id = 4) const uint kBytes = 4;

layout(push_constant) uniform Push {
  uint elements;  // of the result
  uint slice;     // elements of a slice
  uint total;     // groups of four elements
};

uvec2 Sum(uvec2 l, uvec2 r) {
  if (kKind == kFloat) return uvec2(floatBitsToUint(uintBitsToFloat(l.x) + uintBitsToFloat(r.x)), 0);
  if (kKind == kTruth) return l | r;
  return Add64(l, r);
}

uvec2 Value(uint element) {
  const uint number = element / slice;
  const uint column = element - number * slice;
  const uint end = first[number + 1];
  uvec2 sum = uvec2(0);
  for (uint at = first[number]; at < end; ++at) {
    sum = Sum(sum, Load_updates(rows[at] * slice + column, kKind, kBytes));
  }
  return sum;
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint begin = index * 4;
  const uint last = elements - 1;
  Store4_result(index, min(4u, elements - begin), kBytes, Value(begin), Value(min(begin + 1, last)),
                Value(min(begin + 2, last)), Value(min(begin + 3, last)));
}
