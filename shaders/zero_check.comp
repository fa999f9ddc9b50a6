#version 450
// Checks that each element of one to eight bytes has a bit of kMask set after an xor of its lower word with kFlipped. Sets
// flag[0] to 0 if all have, else to 1. With all bits in kMask, this checks that no element equals kFlipped. With only the
// highest bit in kMask, and in kFlipped, this checks that no element is negative.
// Iterations: Ceil(total, 64) + 64
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/binding_rows.glsl"
layout(std430, binding = 0) readonly buffer values_words { uint values[]; };
DECLARE_ROWS(0, values)
#include "common/flag.glsl"

layout(constant_id = 3) const uint kBytes = 4;           // bytes of an element: 1, 2, 4 or 8
layout(constant_id = 4) const uint kMask = 0xFFFFFFFF;  // the bits of a word that count
layout(constant_id = 5) const uint kFlipped = 0;        // xor mask for the lower word

layout(push_constant) uniform Push {
  uint total;  // elements
};

// Returns the words of an element. One with less than a word is extracted into the lower word.
uvec2 Words(const uint element) {
  const uint offset = OFFSET(values, element, kBytes);
  if (kBytes == 8) return uvec2(values[offset * 2], values[offset * 2 + 1]);
  const uint in_word = max(4 / kBytes, 1);
  const int shift = int(offset % in_word * 8 * kBytes);
  return uvec2(bitfieldExtract(values[offset / in_word], shift, int(8 * min(kBytes, 4))), 0);
}

void main() {
  uint is_zero = 0;
  for (uint element = gl_LocalInvocationID.x; element < total; element += 64) {
    const uvec2 words = Words(element);
    if ((((words.x ^ kFlipped) | words.y) & kMask) == 0) is_zero = 1;
  }
  RaiseFlag(is_zero);
}
