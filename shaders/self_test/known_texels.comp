#version 450
// Copies through the three kinds of texel buffers, in the opposite direction.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
layout(binding = 0, rgba32f) uniform readonly imageBuffer fours;
layout(binding = 1, r32f) uniform readonly imageBuffer ones;
layout(binding = 2) uniform textureBuffer fetched;
layout(std430, binding = 3) writeonly buffer answers_words { uvec4 answers[]; };

layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;

void main() {
  const int lane = int(gl_LocalInvocationID.x);
  const uint index = gl_LocalInvocationID.x * 3;
  answers[index] = floatBitsToUint(imageLoad(fours, 63 - lane));
  answers[index + 1] = floatBitsToUint(texelFetch(fetched, 63 - lane));
  const ivec4 others = 255 - lane - ivec4(0, 64, 128, 192);
  answers[index + 2] = floatBitsToUint(vec4(imageLoad(ones, others.x).x, imageLoad(ones, others.y).x, imageLoad(ones, others.z).x,
                                            imageLoad(ones, others.w).x));
}
