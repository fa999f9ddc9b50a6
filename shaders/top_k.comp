#version 450
// Finds the indices of the k greatest elements of each row, the greatest first, and of equal ones the earlier first. Maps
// source {rows, dim} to result {rows, k}. One invocation ranks one element: it counts those that come before it, up to k of
// them.
// Iterations: dim
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/elements.glsl"
#include "common/cast.glsl"
#include "common/compare.glsl"
#include "common/flat.glsl"
READ_ELEMENTS(0, source)
WRITE_ELEMENTS(1, result)

layout(constant_id = 3) const uint kKind = 0;
layout(constant_id = 4) const uint kBytes = 4;

layout(push_constant) uniform Push {
  uint total;  // elements
  uint dim, k;
};

uvec2 OrdinalAt(const uint element) { return Ordinal(Load_source(element, kKind, kBytes), kKind); }

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint row = index / dim;
  const uint self = index - row * dim;
  const uvec2 own = OrdinalAt(index);
  uint rank = 0;
  for (uint other = 0; other < dim && rank < k; ++other) {
    const uvec2 theirs = OrdinalAt(row * dim + other);
    rank += uint(Less64(own, theirs) || (own == theirs && other < self));
  }
  if (rank < k) StoreElement_result(row * k + rank, 4, uvec2(self, 0));
}
