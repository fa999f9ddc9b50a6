// Elements of any type in buffers of words, one at a time: integers and bools as int64 (common/int64.glsl), floats as their
// bits, in the low word.
#include "common/int64.glsl"

// ElementKind in delegate/ops/families/elements.h.
const uint kFloat = 0;
const uint kSigned = 1;
const uint kUnsigned = 2;  // and what is moved unread
const uint kTruth = 3;
const uint kComplex = 4;  // the bits of two floats

uvec2 SignExtended(uint word, uint bytes) {
  const int value = bitfieldExtract(int(word), 0, int(8 * bytes));
  return uvec2(uint(value), value < 0 ? 0xFFFFFFFF : 0);
}

// `bytes`: 1, 2, 4 or 8. Any byte but 0 is a truth.
#define READ_ELEMENTS(BINDING, NAME)                                                                  \
  layout(std430, binding = BINDING) readonly buffer NAME##_words { uint NAME[]; };                    \
  uvec2 Load_##NAME(uint element, uint kind, uint bytes) {                                            \
    if (bytes == 8) return uvec2(NAME[element * 2], NAME[element * 2 + 1]);                           \
    const uint in_word = max(4 / bytes, 1);                                                                  \
    const uint shift = element % in_word * 8 * bytes;                                                 \
    const uint word = bitfieldExtract(NAME[element / in_word], int(shift), int(8 * bytes));           \
    if (kind == kSigned) return SignExtended(word, bytes);                                            \
    return uvec2(kind == kTruth ? uint(word != 0) : word, 0);                                         \
  }

// Elements 4 * index and following, of which there are `valid`. What is left of the last word belongs to nobody.
#define WRITE_ELEMENTS(BINDING, NAME)                                                                 \
  layout(std430, binding = BINDING) writeonly buffer NAME##_words { uint NAME[]; };                   \
  void Store4_##NAME(uint index, uint valid, uint bytes, uvec2 a, uvec2 b, uvec2 c, uvec2 d) {        \
    const uint first = index * bytes;                                                                 \
    const uvec4 low = uvec4(a.x, b.x, c.x, d.x);                                                      \
    if (bytes == 1) {                                                                                 \
      const uvec4 narrow = low & 0xFF;                                                                \
      NAME[first] = narrow.x | narrow.y << 8 | narrow.z << 16 | narrow.w << 24;                       \
    } else if (bytes == 2) {                                                                          \
      NAME[first] = (low.x & 0xFFFF) | low.y << 16;                                                   \
      if (valid > 2) NAME[first + 1] = (low.z & 0xFFFF) | low.w << 16;                                \
    } else {                                                                                          \
      const uint words = bytes / 4;                                                                   \
      NAME[first] = low.x;                                                                            \
      if (valid > 1) NAME[first + words] = low.y;                                                     \
      if (valid > 2) NAME[first + 2 * words] = low.z;                                                 \
      if (valid > 3) NAME[first + 3 * words] = low.w;                                                 \
      if (bytes == 4) return;                                                                         \
      NAME[first + 1] = a.y;                                                                          \
      if (valid > 1) NAME[first + 3] = b.y;                                                           \
      if (valid > 2) NAME[first + 5] = c.y;                                                           \
      if (valid > 3) NAME[first + 7] = d.y;                                                           \
    }                                                                                                 \
  }
