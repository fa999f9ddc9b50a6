// Indices of int32 or int64 in a buffer of words, the low word of an int64 first.
layout(constant_id = 42) const uint kIndexWords = 1;  // of an index: 1 or 2

// LoadIndex_: the index when it lies in 0 to `dim` - 1, else `dim`.
// LoadClamped_: of 0 to `most`, the number that is nearest to the index.
#define READ_INDICES(BINDING, NAME)                                                      \
  layout(std430, binding = BINDING) readonly buffer NAME##_words { uint NAME[]; };       \
  uint LoadIndex_##NAME(uint place, uint dim) {                                          \
    const uint index = NAME[place * kIndexWords];                                        \
    const uint above = kIndexWords == 2 ? NAME[place * kIndexWords + 1] : 0;             \
    return above == 0 ? min(index, dim) : dim;                                           \
  }                                                                                      \
  uint LoadClamped_##NAME(uint place, uint most) {                                       \
    const uint index = NAME[place * kIndexWords];                                        \
    const int upper = int(kIndexWords == 2 ? NAME[place * kIndexWords + 1] : index);     \
    if (upper < 0) return 0;                                                             \
    return kIndexWords == 2 && upper > 0 ? most : min(index, most);                      \
  }
