#version 450
// Converts each group of `width` indices into the first dims of a tensor to a slice number, counted in row-major order.
// If an index is out of range, writes a number that no slice has.
// Iterations: width
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/flat.glsl"
#include "common/indices.glsl"
READ_INDICES(0, indices)
layout(std430, binding = 1) writeonly buffer positions_words { uint positions[]; };

layout(push_constant) uniform Push {
  uint total;  // groups of indices
  uint width;
  uint dims[8];
};

void main() {
  const uint self = FlatInvocation();
  if (self >= total) return;
  uint offset = 0;
  bool is_outside = false;
  for (uint axis = 0; axis < width; ++axis) {
    const uint index = LoadIndex_indices(self * width + axis, dims[axis]);
    is_outside = is_outside || index == dims[axis];
    offset = offset * dims[axis] + index;
  }
  positions[self] = is_outside ? 0xFFFFFFFF : offset;
}
