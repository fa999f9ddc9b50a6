// Access to elements of any type in buffers of words, one at a time. Integers and bools load as int64 (common/int64.glsl),
// floats as their bits in the low word.
#include "common/binding_rows.glsl"
#include "common/int64.glsl"

// ElementKind in delegate/ops/common/elements.h.
const uint kFloat = 0;
const uint kSigned = 1;
const uint kUnsigned = 2;  // also for elements that are moved unread
const uint kTruth = 3;
const uint kComplex = 4;  // the bits of two floats

uvec2 SignExtended(const uint word, const uint bytes) {
  const int value = bitfieldExtract(int(word), 0, int(8 * bytes));
  return uvec2(uint(value), value < 0 ? 0xFFFFFFFF : 0);
}

// Defines Load_NAME; `bytes` is 1, 2, 4 or 8. A bool is true if its byte is not 0.
#define READ_ELEMENTS(BINDING, NAME)                                                                  \
  layout(std430, binding = BINDING) readonly buffer NAME##_words { uint NAME[]; };                    \
  DECLARE_ROWS(BINDING, NAME)                                                                         \
  uvec2 Load_##NAME(const uint element, const uint kind, const uint bytes) {                          \
    const uint element_offset = OFFSET(NAME, element, bytes);                                                   \
    if (bytes == 8) return uvec2(NAME[element_offset * 2], NAME[element_offset * 2 + 1]);                               \
    const uint in_word = max(4 / bytes, 1);                                                           \
    const uint shift = element_offset % in_word * 8 * bytes;                                                   \
    const uint word = bitfieldExtract(NAME[element_offset / in_word], int(shift), int(8 * bytes));             \
    if (kind == kSigned) return SignExtended(word, bytes);                                            \
    return uvec2(kind == kTruth ? uint(word != 0) : word, 0);                                         \
  }

// Defines Store4_NAME, which stores elements 4 * index and following, `valid` of them. The rest of the last word is padding.
#define WRITE_ELEMENTS(BINDING, NAME)                                                                 \
  layout(std430, binding = BINDING) writeonly buffer NAME##_words { uint NAME[]; };                   \
  DECLARE_ROWS(BINDING, NAME)                                                                         \
  void StoreElement_##NAME(const uint element, const uint bytes, const uvec2 value) {                 \
    const uint word = OFFSET(NAME, element, bytes) * (bytes / 4);                                      \
    NAME[word] = value.x;                                                                             \
    if (bytes == 8) NAME[word + 1] = value.y;                                                         \
  }                                                                                                   \
  void Store4_##NAME(const uint index, const uint valid, const uint bytes, const uvec2 a,             \
                     const uvec2 b, const uvec2 c, const uvec2 d) {                                   \
    if (bytes == 1) {                                                                                 \
      const uvec4 narrow = uvec4(a.x, b.x, c.x, d.x) & 0xFF;                                          \
      NAME[OFFSET(NAME, index, 4)] = narrow.x | narrow.y << 8 | narrow.z << 16 | narrow.w << 24;       \
    } else if (bytes == 2) {                                                                          \
      NAME[OFFSET(NAME, index * 2, 4)] = (a.x & 0xFFFF) | b.x << 16;                                   \
      if (valid > 2) NAME[OFFSET(NAME, index * 2 + 1, 4)] = (c.x & 0xFFFF) | d.x << 16;                \
    } else {                                                                                          \
      StoreElement_##NAME(index * 4, bytes, a);                                                       \
      if (valid > 1) StoreElement_##NAME(index * 4 + 1, bytes, b);                                    \
      if (valid > 2) StoreElement_##NAME(index * 4 + 2, bytes, c);                                    \
      if (valid > 3) StoreElement_##NAME(index * 4 + 3, bytes, d);                                    \
    }                                                                                                 \
  }
