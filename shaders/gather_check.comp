#version 450
// Whether indices lie in 0 to dim - 1: flag[0] is 0 when all do, else 1. One workgroup looks at all of them.
#extension GL_GOOGLE_include_directive : require
#include "common/indices.glsl"
READ_INDICES(0, indices)
layout(std430, binding = 1) writeonly buffer flag_words { uint flag[]; };

layout(local_size_x = 64) in;

layout(push_constant) uniform Push {
  uint total;  // indices
  uint dim;
};

shared uint found[64];

void main() {
  const uint lane = gl_LocalInvocationID.x;
  uint is_outside = 0;
  for (uint place = lane; place < total; place += 64) {
    if (LoadIndex_indices(place, dim) == dim) is_outside = 1;
  }
  found[lane] = is_outside;
  barrier();
  if (lane > 0) return;
  for (uint other = 1; other < 64; ++other) is_outside |= found[other];
  flag[0] = is_outside;
}
