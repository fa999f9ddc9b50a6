#version 450
// One of many dispatches that depend on each other: each changes every word by what its predecessor left in the word opposite.
#extension GL_GOOGLE_include_directive : require
layout(std430, binding = 0) readonly buffer source_words { uint source[]; };
layout(std430, binding = 1) writeonly buffer result_words { uint result[]; };

layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;

layout(push_constant) uniform Push {
  uint step;
  uint last;  // index of the last word
};

void main() {
  const uint index = gl_GlobalInvocationID.x;
  if (index > last) return;
  result[index] = source[last - index] * 1664525 + index + step;
}
