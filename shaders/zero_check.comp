#version 450
// Whether elements of one or two words are other than 0: flag[0] is 0 when all are, else 1.
#extension GL_GOOGLE_include_directive : require
layout(std430, binding = 0) readonly buffer values_words { uint values[]; };
#include "common/flag.glsl"

layout(constant_id = 3) const uint kWords = 1;           // of an element
layout(constant_id = 4) const uint kMask = 0xFFFFFFFF;  // the bits of a word that count

layout(push_constant) uniform Push {
  uint total;  // elements
};

void main() {
  uint is_zero = 0;
  for (uint place = gl_LocalInvocationID.x; place < total; place += 64) {
    const uint above = kWords == 2 ? values[place * 2 + 1] : 0;
    if (((values[place * kWords] | above) & kMask) == 0) is_zero = 1;
  }
  RaiseFlag(is_zero);
}
