// Indices of int16, int32 or int64 in a buffer of words, the low word of an int64 first.
#include "common/binding_rows.glsl"
layout(constant_id = 42) const uint kIndexBytes = 4;  // bytes of an index: 2, 4 or 8

// IndexAt_: the low and the high word of an index; only an int64 has a high word.
// LoadIndex_: the index if it lies in 0 to `dim` - 1, else `dim`.
// LoadClamped_: the index clamped to 0 to `most`.
#define READ_INDICES(BINDING, NAME)                                                                   \
  layout(std430, binding = BINDING) readonly buffer NAME##_words { uint NAME[]; };                    \
  DECLARE_ROWS(BINDING, NAME)                                                                         \
  uvec2 IndexAt_##NAME(const uint element_offset) {                                                            \
    const uint index = OFFSET(NAME, element_offset, kIndexBytes);                                               \
    if (kIndexBytes == 2) return uvec2(bitfieldExtract(int(NAME[index / 2]), int(index % 2 * 16), 16), 0); \
    const uint word = index * (kIndexBytes / 4);                                                      \
    return uvec2(NAME[word], kIndexBytes == 8 ? NAME[word + 1] : 0);                                  \
  }                                                                                                   \
  uint LoadIndex_##NAME(const uint element_offset, const uint dim) {                                           \
    const uvec2 index = IndexAt_##NAME(element_offset);                                                        \
    return index.y == 0 ? min(index.x, dim) : dim;                                                    \
  }                                                                                                   \
  uint LoadClamped_##NAME(const uint element_offset, const uint most) {                                        \
    const uvec2 index = IndexAt_##NAME(element_offset);                                                        \
    const int upper = int(kIndexBytes == 8 ? index.y : index.x);                                      \
    if (upper < 0) return 0;                                                                          \
    return kIndexBytes == 8 && upper > 0 ? most : min(index.x, most);                                 \
  }
