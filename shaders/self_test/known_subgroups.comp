#version 450
// Answers that the host knows, from every operation within a subgroup that kernels use. The workgroup's subgroups may have any
// size: a lane stores the result of its own, and which lanes it has.
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
layout(std430, binding = 0) readonly buffer questions_words { vec4 questions[]; };
layout(std430, binding = 1) writeonly buffer answers_words { uvec4 answers[]; };

layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;

void main() {
  const uint lane = gl_LocalInvocationID.x;
  const vec4 v = questions[lane];
  const uint neighbour = subgroupShuffle(lane, gl_SubgroupInvocationID ^ 1);
  answers[lane * 2] = uvec4(gl_SubgroupID, gl_NumSubgroups, neighbour, uint(subgroupElect()));
  answers[lane * 2 + 1] = floatBitsToUint(vec4(subgroupAdd(v.x), subgroupMax(v.y), subgroupMin(v.z), subgroupMul(v.w)));
}
