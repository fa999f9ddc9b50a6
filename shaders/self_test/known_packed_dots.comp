#version 450
// Answers that the host knows, from dot products of four int8 pairs in two words.
#extension GL_GOOGLE_include_directive : require
#include "common/dot_of_int8.glsl"
layout(std430, binding = 0) readonly buffer questions_words { uvec4 questions[]; };
layout(std430, binding = 1) writeonly buffer answers_words { uvec2 answers[]; };

layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;

void main() {
  const uint lane = gl_LocalInvocationID.x;
  const uvec4 q = questions[lane];
  answers[lane] = uvec2(uint(DotOfBytes(q.x, q.y, 0)), uint(DotOfBytes(q.x, q.z, 0) + int(q.w)));
}
