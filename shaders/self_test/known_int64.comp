#version 450
// Answers that the host knows, from 64-bit integers: sums, products, shifts and stores of four at once.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(std430, binding = 0) readonly buffer questions_words { uvec4 questions[]; };
layout(std430, binding = 1) writeonly buffer answers_words { u64vec4 answers[]; };

layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;

void main() {
  const uint lane = gl_LocalInvocationID.x;
  const uvec4 q = questions[lane];
  const uint64_t left = pack64(q.xy);
  const uint64_t right = pack64(q.zw);
  answers[lane] = u64vec4(left + right, left * right, left >> (q.w % 64), pack64(q.yx));
}
