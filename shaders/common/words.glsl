// Views of tensors whose elements are moved, of any type. Elements are read and written as 32-bit words, so that no device
// needs 8-bit or 16-bit storage and one module serves all types. The shader treats elements of 8 bytes as two of 4
// (delegate/ops/move/strided.h).
//
// Elements of 4 bytes go in groups of four, as in common/tensor.glsl. Of narrower elements an invocation writes a whole word,
// the first element in the lowest bits, as on every device that Vulkan runs on. Components of a vector are named, never indexed
// by a variable.
#include "binding_rows.glsl"
#include "result_rows.glsl"
layout(constant_id = 41) const uint kElementBytes = 4;  // 1, 2 or 4

const uint kWordElements = 4 / kElementBytes;
const uint kElementBits = 8 * kElementBytes;

// Returns the mask of element `i` within its word.
uint ElementMask(const uint i) { return bitfieldInsert(0u, 0xffffffffu, int(i * kElementBits), int(kElementBits)); }

#define READ_WORDS(BINDING, NAME)                                                                     \
  layout(std430, binding = BINDING) readonly buffer NAME##_scalars { uint NAME[]; };                  \
  layout(std430, binding = BINDING) readonly buffer NAME##_vectors { uvec4 NAME##_v4[]; };            \
  DECLARE_ROWS(BINDING, NAME)                                                                         \
  uvec4 LoadStrided_##NAME(const uint first, const uint stride, const uint valid) {                   \
    uvec4 value = uvec4(NAME[OFFSET(NAME, first, 4)], 0, 0, 0);                                        \
    if (valid > 1) value.y = NAME[OFFSET(NAME, first + stride, 4)];                                    \
    if (valid > 2) value.z = NAME[OFFSET(NAME, first + 2 * stride, 4)];                                \
    if (valid > 3) value.w = NAME[OFFSET(NAME, first + 3 * stride, 4)];                                \
    return value;                                                                                     \
  }                                                                                                   \
  uvec4 LoadVector_##NAME(const uint index) {                                                         \
    if (IS_WHOLE(NAME, 16)) return NAME##_v4[OFFSET(NAME, index, 16)];                                 \
    return LoadStrided_##NAME(index * 4, 1, 4);                                                       \
  }                                                                                                   \
  uvec4 LoadPairs_##NAME(const uint first, const uint stride, const uint valid) {                     \
    uvec4 value = uvec4(NAME[first], NAME[first + 1], 0, 0);                                          \
    if (valid > 2) value.zw = uvec2(NAME[first + stride], NAME[first + stride + 1]);                  \
    return value;                                                                                     \
  }                                                                                                   \
  uint LoadElement_##NAME(const uint element) {                                                       \
    const uint element_offset = OFFSET(NAME, element, kElementBytes);                                           \
    const uint shift = element_offset % kWordElements * kElementBits;                                          \
    return bitfieldExtract(NAME[element_offset / kWordElements], int(shift), int(kElementBits));               \
  }

// The result is not read, so that two dispatches that write parts of one tensor need no barrier between them.
#define WRITE_WORDS(BINDING, NAME)                                                                    \
  layout(std430, binding = BINDING) writeonly buffer NAME##_scalars { uint NAME[]; };                 \
  layout(std430, binding = BINDING) writeonly buffer NAME##_vectors { uvec4 NAME##_v4[]; };           \
  void Store4_##NAME(const bool aligned, const uint element_offset, const uint valid, const uvec4 value) { STORE_FOUR(NAME) }

// Declares a result that is written in parts of words. Elements of a word outside `mask` belong to other invocations and are
// kept.
#define WRITE_PARTS_OF_WORDS(BINDING, NAME)                                                           \
  layout(std430, binding = BINDING) buffer NAME##_scalars { uint NAME[]; };                           \
  layout(std430, binding = BINDING) writeonly buffer NAME##_vectors { uvec4 NAME##_v4[]; };           \
  void Store4_##NAME(const bool aligned, const uint element_offset, const uint valid, const uvec4 value) {     \
    STORE_FOUR(NAME)                                                                                  \
  }                                                                                                   \
  void StoreElements_##NAME(const uint word, const uint mask, const uint bits) {                      \
    if (mask == 0xffffffffu) {                                                                        \
      NAME[word] = bits;                                                                              \
    } else if (mask != 0) {                                                                           \
      NAME[word] = (NAME[word] & ~mask) | bits;                                                       \
    }                                                                                                 \
  }
