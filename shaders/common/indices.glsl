// Indices of int32 or int64 in a buffer of words, the low word of an int64 first.
#include "common/binding_rows.glsl"
layout(constant_id = 42) const uint kIndexWords = 1;  // of an index: 1 or 2

// IndexAt_: the low word of an index and the high one, which an int32 has not.
// LoadIndex_: the index when it lies in 0 to `dim` - 1, else `dim`.
// LoadClamped_: of 0 to `most`, the number that is nearest to the index.
#define READ_INDICES(BINDING, NAME)                                                                   \
  layout(std430, binding = BINDING) readonly buffer NAME##_words { uint NAME[]; };                    \
  DECLARE_ROWS(BINDING, NAME)                                                                         \
  uvec2 IndexAt_##NAME(const uint place) {                                                            \
    const uint word = PLACE(NAME, place, kIndexWords * 4) * kIndexWords;                              \
    return uvec2(NAME[word], kIndexWords == 2 ? NAME[word + 1] : 0);                                  \
  }                                                                                                   \
  uint LoadIndex_##NAME(const uint place, const uint dim) {                                           \
    const uvec2 index = IndexAt_##NAME(place);                                                        \
    return index.y == 0 ? min(index.x, dim) : dim;                                                    \
  }                                                                                                   \
  uint LoadClamped_##NAME(const uint place, const uint most) {                                        \
    const uvec2 index = IndexAt_##NAME(place);                                                        \
    const int upper = int(kIndexWords == 2 ? index.y : index.x);                                      \
    if (upper < 0) return 0;                                                                          \
    return kIndexWords == 2 && upper > 0 ? most : min(index.x, most);                                 \
  }
