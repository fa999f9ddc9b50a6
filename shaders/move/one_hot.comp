#version 450
// Computes result {outer, depth, inner}: the value `on` at the index along depth that indices {outer, inner} holds, and `off`
// elsewhere, of any type. One invocation writes four elements.
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/elements.glsl"
#include "common/flat.glsl"
#include "common/indices.glsl"
READ_INDICES(0, indices)
READ_ELEMENTS(1, on)
READ_ELEMENTS(2, off)
WRITE_ELEMENTS(3, result)

layout(constant_id = 3) const uint kBytes = 4;  // bytes of an element

layout(push_constant) uniform Push {
  uint elements;
  uint total;  // groups of four
  uint depth, inner;
};

// Returns the value of an element; beyond the last element the value is arbitrary.
uvec2 ValueAt(const uint element) {
  const uint row = min(element, elements - 1) / inner;
  const uint offset = row / depth * inner + element % inner;
  const bool is_on = LoadIndex_indices(offset, depth) == row % depth;
  return is_on ? Load_on(0, kUnsigned, kBytes) : Load_off(0, kUnsigned, kBytes);
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint first = index * 4;
  Store4_result(index, min(4u, elements - first), kBytes, ValueAt(first), ValueAt(first + 1), ValueAt(first + 2),
                ValueAt(first + 3));
}
