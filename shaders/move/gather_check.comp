#version 450
// Checks that indices lie in 0 to dim - 1: sets flag[0] to 0 if all do, else to 1.
// Iterations: Ceil(total, 64) + 64
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/indices.glsl"
READ_INDICES(0, indices)
#include "common/flag.glsl"

layout(push_constant) uniform Push {
  uint total;  // indices
  uint dim;
};

void main() {
  uint is_outside = 0;
  for (uint offset = gl_LocalInvocationID.x; offset < total; offset += 64) {
    if (LoadIndex_indices(offset, dim) == dim) is_outside = 1;
  }
  RaiseFlag(is_outside);
}
