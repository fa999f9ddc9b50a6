#version 450
// Adds slices of updates to a tensor of zeros. Slice p of the result is the sum over a linked list of update slices: first[p],
// then next[...] of each, until -1. Elements have any type; a sum of bools is their logical or. One invocation writes four
// neighbours of the result.
// Iterations: 4 * (2 + longest)
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/elements.glsl"
#include "common/flat.glsl"
READ_ELEMENTS(0, updates)
layout(std430, binding = 1) readonly buffer first_words { int first[]; };
layout(std430, binding = 2) readonly buffer next_words { int next[]; };
WRITE_ELEMENTS(3, result)

layout(constant_id = 3) const uint kKind = 0;
layout(constant_id = 4) const uint kBytes = 4;

layout(push_constant) uniform Push {
  uint elements;  // elements of the result
  uint slice;     // elements of a slice
  uint total;     // groups of four elements
  uint longest;   // length of the longest list
};

uvec2 Sum(const uvec2 l, const uvec2 r) {
  if (kKind == kFloat) return uvec2(floatBitsToUint(uintBitsToFloat(l.x) + uintBitsToFloat(r.x)), 0);
  if (kKind == kTruth) return l | r;
  return Add64(l, r);
}

uvec2 Value(const uint element) {
  const uint row_index = element / slice;
  const uint column = element - row_index * slice;
  uvec2 sum = uvec2(0);
  for (int update = first[row_index]; update >= 0; update = next[update]) {
    sum = Sum(sum, Load_updates(uint(update) * slice + column, kKind, kBytes));
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
