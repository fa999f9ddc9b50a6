// Loads quantized values of 8 or 16 bits, four at a time from any offset. They lie in storage buffers or, with TEXELS, in texel
// buffers of words (docs/design/loads.md). LoadFour_ reads no word behind `last_word`. If rows do not start with a whole word
// (not `aligned`), values are assembled from two words. With ROWS, no row of a wider tensor splits a word.
#include "common/quantized_values.glsl"
#include "common/quantized_words.glsl"

#define READ_FOUR_INTEGERS(BINDING, NAME)                                                              \
  READ_WORD_TEXELS(BINDING, NAME)                                                                     \
  DECLARE_ROWS(BINDING, NAME)                                                                         \
  uint LoadAtOffset_##NAME(const uint word) { return LoadWord_##NAME(OFFSET(NAME, word, 4)); }           \
  uint LoadBytes_##NAME(const uint byte, const bool aligned, const uint last_word) {                  \
    if (aligned) return LoadAtOffset_##NAME(byte / 4);                                                  \
    const uint word = min(byte / 4, last_word);                                                       \
    const uint shift = byte % 4 * 8;                                                                  \
    const uint first = LoadAtOffset_##NAME(word);                                                       \
    return shift == 0 ? first : first >> shift | LoadAtOffset_##NAME(min(word + 1, last_word)) << (32 - shift); \
  }                                                                                                   \
  ivec4 LoadFour_##NAME(const uint element, const uint kind, const uint bytes, const bool aligned,    \
                        const uint last_word) {                                                       \
    const uint first = LoadBytes_##NAME(element * bytes, aligned, last_word);                         \
    if (bytes == 1) {                                                                                 \
      return ivec4(IntegerOf(first, 0, kind, 1), IntegerOf(first, 1, kind, 1), IntegerOf(first, 2, kind, 1), \
                   IntegerOf(first, 3, kind, 1));                                                      \
    }                                                                                                 \
    const uint second = LoadBytes_##NAME(element * bytes + 4, aligned, last_word);                    \
    return ivec4(IntegerOf(first, 0, kind, 2), IntegerOf(first, 1, kind, 2), IntegerOf(second, 0, kind, 2), \
                 IntegerOf(second, 1, kind, 2));                                                       \
  }
