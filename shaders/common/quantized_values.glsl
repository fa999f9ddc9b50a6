// Access to quantized values of 8, 16 or 32 bits in buffers of words, one or four at a time. Their kind, kSigned or kUnsigned,
// and size in bytes are specialization constants, so that one source serves all types.
#include "common/binding_rows.glsl"

// ElementKind in delegate/ops/common/elements.h.
const uint kSigned = 1;
const uint kUnsigned = 2;

// Returns the value of `bytes` bytes (1, 2 or 4) at index `element_offset`, counted in values, from the `word` that holds it.
int IntegerOf(const uint word, const uint element_offset, const uint kind, const uint bytes) {
  if (bytes == 4) return int(word);
  const int shift = int(element_offset % (4 / bytes) * 8 * bytes);
  const int bits = int(8 * bytes);
  return kind == kUnsigned ? int(bitfieldExtract(word, shift, bits)) : bitfieldExtract(int(word), shift, bits);
}

// Number_: the single value `element`. Numbers_: the values from 4 * index on, `valid` of them; the others are undefined. No
// row of a strided view splits a word (GpuKernel::reads_strided).
#define READ_INTEGERS(BINDING, NAME)                                                                   \
  layout(std430, binding = BINDING) readonly buffer NAME##_words { uint NAME[]; };                    \
  DECLARE_ROWS(BINDING, NAME)                                                                         \
  int Integer_##NAME(const uint element, const uint kind, const uint bytes) {                          \
    const uint element_offset = OFFSET(NAME, element, bytes);                                                   \
    return IntegerOf(NAME[element_offset / (4 / bytes)], element_offset, kind, bytes);                                   \
  }                                                                                                   \
  ivec4 Integers_##NAME(const uint index, const uint valid, const uint kind, const uint bytes) {       \
    if (bytes == 1) {                                                                                 \
      const uint word = NAME[OFFSET(NAME, index, 4)];                                                  \
      return ivec4(IntegerOf(word, 0, kind, 1), IntegerOf(word, 1, kind, 1), IntegerOf(word, 2, kind, 1),\
                   IntegerOf(word, 3, kind, 1));                                                       \
    }                                                                                                 \
    if (bytes == 2) {                                                                                 \
      const uint first = NAME[OFFSET(NAME, index * 2, 4)];                                             \
      const uint second = valid > 2 ? NAME[OFFSET(NAME, index * 2 + 1, 4)] : 0;                        \
      return ivec4(IntegerOf(first, 0, kind, 2), IntegerOf(first, 1, kind, 2), IntegerOf(second, 0, kind, 2), \
                   IntegerOf(second, 1, kind, 2));                                                     \
    }                                                                                                 \
    const uint element = index * 4;                                                                   \
    const uint last = element + valid - 1;                                                            \
    return ivec4(NAME[OFFSET(NAME, element, 4)], NAME[OFFSET(NAME, min(element + 1, last), 4)],         \
                 NAME[OFFSET(NAME, min(element + 2, last), 4)], NAME[OFFSET(NAME, min(element + 3, last), 4)]); \
  }

// Stores the values from 4 * index on, `valid` of them. The rest of the last word is padding.
#define WRITE_INTEGERS(BINDING, NAME)                                                                  \
  layout(std430, binding = BINDING) writeonly buffer NAME##_words { uint NAME[]; };                   \
  DECLARE_ROWS(BINDING, NAME)                                                                         \
  void StoreIntegers_##NAME(const uint index, const uint valid, const uint bytes, const ivec4 integers) { \
    if (bytes == 1) {                                                                                 \
      const uvec4 narrow = uvec4(integers) & 0xFF;                                                     \
      NAME[OFFSET(NAME, index, 4)] = narrow.x | narrow.y << 8 | narrow.z << 16 | narrow.w << 24;       \
    } else if (bytes == 2) {                                                                          \
      const uvec4 narrow = uvec4(integers) & 0xFFFF;                                                   \
      NAME[OFFSET(NAME, index * 2, 4)] = narrow.x | narrow.y << 16;                                    \
      if (valid > 2) NAME[OFFSET(NAME, index * 2 + 1, 4)] = narrow.z | narrow.w << 16;                 \
    } else {                                                                                          \
      const uint element = index * 4;                                                                 \
      NAME[OFFSET(NAME, element, 4)] = uint(integers.x);                                                \
      if (valid > 1) NAME[OFFSET(NAME, element + 1, 4)] = uint(integers.y);                             \
      if (valid > 2) NAME[OFFSET(NAME, element + 2, 4)] = uint(integers.z);                             \
      if (valid > 3) NAME[OFFSET(NAME, element + 3, 4)] = uint(integers.w);                             \
    }                                                                                                 \
  }
