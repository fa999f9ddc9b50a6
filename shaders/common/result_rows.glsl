// Rows of the wider tensor that may contain an output (delegate/kernel/strided_view.h). Stores translate the indices, so code that
// computes indices counts a dense tensor. The parameters of rows are data, so that layers share pipelines.
#ifndef RESULT_ROWS
#define RESULT_ROWS
#include "divide.glsl"
uint OffsetIn(const bool aligned, const uint element) { return aligned ? element / 4 : element; }

layout(constant_id = 50) const bool kResultRows = false;
layout(constant_id = 51) const bool kResultAligned = true;  // rows begin and end with whole vec4s
// True if four floats are stored as 8-bit quantized values: a word, whose bits Epilogue() returns as the first float.
layout(constant_id = 58) const bool kStoresQuantized = false;

struct Rows {
  uint row;     // elements of a row
  uint pitch;   // elements from one row to the next
  uint first;   // element at which the first row begins
  uint end;     // columns of an operand that have values
  uvec2 by_row;
};

// The output's rows. Epilogue() sets them; a shader that does not call it sets them before any store.
Rows result_rows;

// Offset of an element of the dense tensor in memory, counted in vec4s if `whole`. Parameters of rows count words: a narrow
// element is part of a word, a wide one has two, a float has one. This is a macro because modules are not inlined
// (docs/SHADERS.md) and parameters are copies.
#define OFFSET_IN_ROWS(whole, element, rows) \
  OffsetIn(whole, rows.first + (element) + Divide(element, rows.by_row) * (rows.pitch - rows.row))

// Offset of a word of narrow elements. Rows consist of whole words.
#define WORD_IN_ROWS(word) (kResultRows ? OFFSET_IN_ROWS(false, word, result_rows) : (word))

// Body of Store4_ for floats (common/tensor.glsl) and for words (common/words.glsl); uses its parameters.
#define STORE_FOUR(NAME)                                                                              \
  if (kStoresQuantized) {                                                                               \
    NAME[WORD_IN_ROWS(aligned ? element_offset : element_offset / 4)] = value.x;                                        \
    return;                                                                                           \
  }                                                                                                   \
  uint first = element_offset;                                                                                 \
  if (kResultRows) {                                                                                  \
    const uint element = aligned ? element_offset * 4 : element_offset;                                                 \
    first = OFFSET_IN_ROWS(aligned && kResultAligned, element, result_rows);                           \
  }                                                                                                   \
  if (aligned && kResultAligned) {                                                                    \
    NAME##_v4[first] = value;                                                                         \
    return;                                                                                           \
  }                                                                                                   \
  NAME[first] = value.x;                                                                              \
  if (valid > 1) NAME[first + 1] = value.y;                                                           \
  if (valid > 2) NAME[first + 2] = value.z;                                                           \
  if (valid > 3) NAME[first + 3] = value.w;
#endif
