#version 450
// Whether integers of one or two words are other than 0: flag[0] is 0 when all are, else 1. One workgroup looks at all of
// them.
#extension GL_GOOGLE_include_directive : require
layout(std430, binding = 0) readonly buffer values_words { uint values[]; };
layout(std430, binding = 1) writeonly buffer flag_words { uint flag[]; };

layout(local_size_x = 64) in;
layout(constant_id = 3) const uint kWords = 1;  // of an integer

layout(push_constant) uniform Push {
  uint total;  // integers
};

shared uint found[64];

void main() {
  const uint lane = gl_LocalInvocationID.x;
  uint is_zero = 0;
  for (uint place = lane; place < total; place += 64) {
    const uint above = kWords == 2 ? values[place * 2 + 1] : 0;
    if ((values[place * kWords] | above) == 0) is_zero = 1;
  }
  found[lane] = is_zero;
  barrier();
  if (lane > 0) return;
  for (uint other = 1; other < 64; ++other) is_zero |= found[other];
  flag[0] = is_zero;
}
