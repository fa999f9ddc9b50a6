#version 450
// Transforms points by the first two rows of a matrix. A point has kDimensions numbers; the first two are transformed, a third
// one is copied. One invocation writes a point.
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/tensor.glsl"
#include "common/flat.glsl"
READ_BUFFER(0, landmarks)
READ_BUFFER(1, matrix)
WRITE_ROWS(2, result, float, vec4)

layout(constant_id = 3) const uint kDimensions = 3;

layout(push_constant) uniform Push {
  uint points;
  float scale;  // scale of the matrix's translation
};

float Transformed(const uint axis, const vec2 point) {
  const vec4 weights = LoadVector_matrix(axis);
  return weights.x * point.x + weights.y * point.y + weights.w * scale;
}

void main() {
  const uint index = FlatInvocation();
  if (index >= points) return;
  const uint first = index * kDimensions;
  const vec4 given = LoadStrided_landmarks(first, 1, kDimensions);
  const vec4 moved = vec4(Transformed(0, given.xy), Transformed(1, given.xy), given.z, 0.0);
  Store4_result(false, first, kDimensions, moved);
}
