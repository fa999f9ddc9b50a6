#version 450
// A selection or regrouping of elements of any type: rows of the output, in order, are strided runs of the input, and
// out = epilogue(in), with an epilogue of float32 alone. One invocation writes four neighbours of a row (fewer at its
// end), or a word of elements that are narrower than a word. What lies between the rows of the output stays as it is.
// Iterations: 8
#extension GL_GOOGLE_include_directive : require
#include "common/tensor.glsl"
#include "common/words.glsl"
#define EPILOGUE_BINDING 2
READ_WORDS(0, source)
WRITE_PARTS_OF_WORDS(1, result)
#include "common/epilogue.glsl"
#include "common/divide.glsl"
#include "common/flat.glsl"

layout(constant_id = 3) const bool kAligned = true;        // every row of the output is in whole vec4s
layout(constant_id = 4) const bool kSourceAligned = true;  // so is every run of the input, with stride 1
// Two values make an element: they lie together, and it is elements that are a stride apart.
layout(constant_id = 5) const bool kTwoWords = false;

layout(push_constant) uniform Push {
  uint row;            // values in a row
  uint rows;
  uint blocks;         // groups of four in a row, rounded up
  uint total;          // blocks times rows, or words of the output that hold narrow elements
  uint channels;       // of the output; a row and channels divide one another
  uint result_offset;  // of the first row, in elements, as are the others
  uint result_pitch;   // from row to row
  int source_offset;   // of the first value
  uvec2 by_result_pitch;
  uint walk_size[4];
  int source_stride[5];
  int source_row_stride;  // from value to value of a row, or from pair to pair
};
#include "common/walk.glsl"

int RowInSource(const uint number) {
  const RowIndex at = SplitRow(number);
  return source_offset + ROW_PLACE(at, source_stride);
}

void CopyFour(const uint index) {
  const uint first = (index % blocks) * 4;
  const uint number = index / blocks;
  const uint valid = min(4u, row - first);
  const int position = RowInSource(number) + int(kTwoWords ? first / 2 : first) * source_row_stride;
  uvec4 value;
  if (kSourceAligned) {
    value = LoadVector_source(uint(position) / 4);
  } else {
    // A stride may be negative: the sums of unsigned numbers wrap around to the same places.
    value = kTwoWords ? LoadPairs_source(uint(position), uint(source_row_stride), valid)
                    : LoadStrided_source(uint(position), uint(source_row_stride), valid);
  }
  const uint element = result_offset + number * result_pitch + first;
  const uint place = PlaceIn(kAligned, element);
  if (kResultRows) result_rows = LoadRows(kRowsOfResult);
  if (kEpilogueCount > 0) {
    value = floatBitsToUint(Epilogue(uintBitsToFloat(value), kAligned, place, element % channels, valid));
  }
  Store4_result(kAligned, place, valid, value);
}

// A word of neighbours in the source, from any of them on.
uint LoadRun(const uint element) {
  const uint byte = element * kElementBytes;
  const uint shift = byte % 4 * 8;
  const uint first = source[byte / 4];
  return shift == 0 ? first : first >> shift | source[byte / 4 + 1] << (32 - shift);
}

// What is in a row of the elements of a word, from `i` on: `column` is that of the element at `i`.
void TakeRow(inout uint mask, inout uint bits, const uint i, const uint number, const uint column) {
  if (number >= rows || column >= row) return;
  const int position = RowInSource(number) + int(column) * source_row_stride;
  for (uint k = 0; i + k < kWordElements && column + k < row; ++k) {
    bits |= LoadElement_source(uint(position + int(k) * source_row_stride)) << (i + k) * kElementBits;
    mask |= ElementMask(i + k);
  }
}

void CopyWord(const uint word) {
  uint mask = 0;
  uint bits = 0;
  const uint begin = word * kWordElements;
  uint i = begin < result_offset ? result_offset - begin : 0;
  const uint element = begin + i - result_offset;
  uint number = Divide(element, by_result_pitch);
  uint column = element - number * result_pitch;
  if (kResultRows) result_rows = LoadRows(kRowsOfResult);
  if (i == 0 && source_row_stride == 1 && number < rows && column + kWordElements <= row) {
    StoreElements_result(WORD_IN_ROWS(word), 0xffffffffu, LoadRun(uint(RowInSource(number)) + column));
    return;
  }
  while (i < kWordElements) {
    TakeRow(mask, bits, i, number, column);
    i += result_pitch - column;
    column = 0;
    ++number;
  }
  StoreElements_result(WORD_IN_ROWS(word), mask, bits);
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  if (kElementBytes == 4) {
    CopyFour(index);
  } else {
    CopyWord(result_offset / kWordElements + index);
  }
}
