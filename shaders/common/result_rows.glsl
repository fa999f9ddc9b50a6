// Rows of a wider tensor (delegate/kernel/row_view.h), of which an output may be: every element of it has a place there. Stores
// find it, so that what computes places knows nothing of it. Their numbers are data, so that layers share pipelines.
#ifndef RESULT_ROWS
#define RESULT_ROWS
#include "divide.glsl"
uint PlaceIn(const bool aligned, const uint element) { return aligned ? element / 4 : element; }

layout(constant_id = 50) const bool kResultRows = false;
layout(constant_id = 51) const bool kResultAligned = true;  // rows begin and end with whole vec4s
// Four floats are numbers of 8 bits in memory, a word, whose bits Epilogue() returns as the first of them.
layout(constant_id = 58) const bool kStoresNumbers = false;

struct Rows {
  uint row;     // elements
  uint pitch;   // elements from one to the next
  uint first;   // the element where the first begins
  uint end;     // columns of an operand that have values
  uvec2 by_row;
};

// The output's. Set by Epilogue(), or where that is not called by the shader, before anything is stored.
Rows result_rows;

// Numbers of rows count words, of which narrow elements are parts and wide ones two; floats are words.
// Where an element of the dense tensor is, counted in vec4s when `whole`. A macro, as modules are not inlined
// (docs/SHADERS.md) and parameters are copies.
#define PLACE_IN_ROWS(whole, element, rows) \
  PlaceIn(whole, rows.first + (element) + Divide(element, rows.by_row) * (rows.pitch - rows.row))

// Where a word of narrow elements is, of which rows have whole ones.
#define WORD_IN_ROWS(word) (kResultRows ? PLACE_IN_ROWS(false, word, result_rows) : (word))

// What Store4_ does for floats (common/tensor.glsl) and for words (common/words.glsl), with its parameters.
#define STORE_FOUR(NAME)                                                                              \
  if (kStoresNumbers) {                                                                               \
    NAME[WORD_IN_ROWS(aligned ? place : place / 4)] = value.x;                                        \
    return;                                                                                           \
  }                                                                                                   \
  uint first = place;                                                                                 \
  if (kResultRows) {                                                                                  \
    const uint element = aligned ? place * 4 : place;                                                 \
    first = PLACE_IN_ROWS(aligned && kResultAligned, element, result_rows);                           \
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
