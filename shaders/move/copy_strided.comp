#version 450
// Selects or regroups elements of any type: the rows of the output are, in order, strided runs of the input, and out =
// epilogue(in). Only float32 has an epilogue. One invocation writes four neighbours of a row (fewer at its end), or a
// word of elements narrower than a word. Elements between the rows of the output keep their values.
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

layout(constant_id = 3) const bool kAligned = true;        // every row of the output consists of whole vec4s
layout(constant_id = 4) const bool kSourceAligned = true;  // every run of the input consists of whole vec4s and has stride 1
// True if an element is two adjacent words; strides count from element to element.
layout(constant_id = 5) const bool kTwoWords = false;

layout(push_constant) uniform Push {
  uint row;            // values in a row
  uint rows;
  uint blocks;         // groups of four in a row, rounded up
  uint total;          // blocks times rows, or words of the output that hold narrow elements
  uint channels;       // channels of the output; a row and channels divide one another
  uint result_offset;  // offset of the first row; all offsets and strides count elements
  uint result_pitch;   // from row to row
  int source_offset;   // offset of the first value
  uvec2 by_result_pitch;
  uint walk_size[4];
  int source_stride[5];
  int source_row_stride;  // from value to value of a row, or from pair to pair
};
#include "common/walk.glsl"

int RowInSource(const uint row_index) {
  const RowIndex at = SplitRow(row_index);
  return source_offset + ROW_OFFSET(at, source_stride);
}

void CopyFour(const uint index) {
  const uint first = (index % blocks) * 4;
  const uint row_index = index / blocks;
  const uint valid = min(4u, row - first);
  const int position = RowInSource(row_index) + int(kTwoWords ? first / 2 : first) * source_row_stride;
  uvec4 value;
  if (kSourceAligned) {
    value = LoadVector_source(uint(position) / 4);
  } else {
    // A stride may be negative: unsigned sums wrap around to the right offsets.
    value = kTwoWords ? LoadPairs_source(uint(position), uint(source_row_stride), valid)
                    : LoadStrided_source(uint(position), uint(source_row_stride), valid);
  }
  const uint element = result_offset + row_index * result_pitch + first;
  const uint offset = OffsetIn(kAligned, element);
  if (kResultRows) result_rows = LoadRows(kRowsOfResult);
  if (kEpilogueCount > 0) {
    value = floatBitsToUint(Epilogue(uintBitsToFloat(value), kAligned, offset, element % channels, valid));
  }
  Store4_result(kAligned, offset, valid, value);
}

// Loads a word of neighbours in the source, from any element on.
uint LoadRun(const uint element) {
  const uint byte = element * kElementBytes;
  const uint shift = byte % 4 * 8;
  const uint first = source[byte / 4];
  return shift == 0 ? first : first >> shift | source[byte / 4 + 1] << (32 - shift);
}

// Copies the elements of one row that belong to a word, from the word's element `i` on; `column` is the column of
// element `i`.
void TakeRow(inout uint mask, inout uint bits, const uint i, const uint row_index, const uint column) {
  if (row_index >= rows || column >= row) return;
  const int position = RowInSource(row_index) + int(column) * source_row_stride;
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
  uint row_index = Divide(element, by_result_pitch);
  uint column = element - row_index * result_pitch;
  if (kResultRows) result_rows = LoadRows(kRowsOfResult);
  if (i == 0 && source_row_stride == 1 && row_index < rows && column + kWordElements <= row) {
    StoreElements_result(WORD_IN_ROWS(word), 0xffffffffu, LoadRun(uint(RowInSource(row_index)) + column));
    return;
  }
  while (i < kWordElements) {
    TakeRow(mask, bits, i, row_index, column);
    i += result_pitch - column;
    column = 0;
    ++row_index;
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
