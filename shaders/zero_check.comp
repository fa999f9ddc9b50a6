#version 450
// Whether each element, of one word or two, has a bit of kMask in its words, those of kFlipped turned over: flag[0] is 0
// when all have, else 1. With every bit in the mask that says whether all are other than 0; with the highest one alone, and
// all turned over, whether none is below 0.
// Iterations: Ceil(total, 64) + 64
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/binding_rows.glsl"
layout(std430, binding = 0) readonly buffer values_words { uint values[]; };
DECLARE_ROWS(0, values)
#include "common/flag.glsl"

layout(constant_id = 3) const uint kWords = 1;           // of an element
layout(constant_id = 4) const uint kMask = 0xFFFFFFFF;  // the bits of a word that count
layout(constant_id = 5) const uint kFlipped = 0;        // of the lower word

layout(push_constant) uniform Push {
  uint total;  // elements
};

void main() {
  uint is_zero = 0;
  for (uint place = gl_LocalInvocationID.x; place < total; place += 64) {
    const uint word = PLACE(values, place, kWords * 4) * kWords;
    const uint above = kWords == 2 ? values[word + 1] : 0;
    if ((((values[word] ^ kFlipped) | above) & kMask) == 0) is_zero = 1;
  }
  RaiseFlag(is_zero);
}
