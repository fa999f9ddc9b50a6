#version 450
// Pads a tensor of any type with a value: out = epilogue(pad(in)). Only float32 has an epilogue. One invocation writes four
// neighbours of a row (fewer at its end), or a word of elements narrower than a word.
// Iterations: 4
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/tensor.glsl"
#include "common/words.glsl"
#define EPILOGUE_BINDING 2
READ_WORDS(0, source)
WRITE_WORDS(1, result)
#include "common/epilogue.glsl"
#include "common/flat.glsl"

layout(constant_id = 3) const bool kAligned = true;  // a row of the output is a multiple of 4
// True if the input's rows and the padding before them are multiples of 4 too. Four neighbours are then all padding or all
// values.
layout(constant_id = 4) const bool kSourceAligned = true;

layout(push_constant) uniform Push {
  uint row;     // values in a row; the output's innermost dim if a step uses channels
  uint rows;
  uint blocks;  // groups of four in a row, rounded up
  uint total;   // blocks times rows, or words of the output that hold narrow elements
  uint padding, odd_padding;  // the value, in the lowest bits; if a value has two words, its first and second
  uint walk_size[4];
  int source_offset;     // source offset of the output's first value, in elements; may be negative
  int source_stride[5];  // in elements
  uint source_size[5];   // sizes of the source along the outer dims
  int before[5];         // padding before the first value along the outer dims
  int source_row, before_row;  // size of the source and padding within a row
};
#include "common/walk.glsl"

bool HasValues(const RowIndex at) {
  bool lies_in = uint(int(at.i0) - before[0]) < source_size[0];
  if (kWalkDims > 1) lies_in = lies_in && uint(int(at.i1) - before[1]) < source_size[1];
  if (kWalkDims > 2) lies_in = lies_in && uint(int(at.i2) - before[2]) < source_size[2];
  if (kWalkDims > 3) lies_in = lies_in && uint(int(at.i3) - before[3]) < source_size[3];
  if (kWalkDims > 4) lies_in = lies_in && uint(int(at.i4) - before[4]) < source_size[4];
  return lies_in;
}

bool IsValue(const int column) { return column >= 0 && column < source_row; }

uint ValueOrPadding(const int column, const int position) {
  return IsValue(column) ? source[OFFSET(source, uint(position), 4)] : (column & 1) == 0 ? padding : odd_padding;
}

void PadFour(const uint index) {
  const uint first = (index % blocks) * 4;
  const uint row_index = index / blocks;
  const uint valid = min(4u, row - first);
  const RowIndex at = SplitRow(row_index);
  const int column = int(first) - before_row;

  uvec4 value = uvec4(padding, odd_padding, padding, odd_padding);
  if (HasValues(at)) {
    const int position = source_offset + ROW_OFFSET(at, source_stride) + int(first);
    if (kSourceAligned) {
      if (IsValue(column)) value = LoadVector_source(uint(position) / 4);
    } else {
      value = uvec4(ValueOrPadding(column, position), ValueOrPadding(column + 1, position + 1),
                    ValueOrPadding(column + 2, position + 2), ValueOrPadding(column + 3, position + 3));
    }
  }
  const uint offset = OffsetIn(kAligned, row_index * row + first);
  if (kResultRows) result_rows = LoadRows(kRowsOfResult);
  if (kEpilogueCount > 0) {
    value = floatBitsToUint(Epilogue(uintBitsToFloat(value), kAligned, offset, first, valid));
  }
  Store4_result(kAligned, offset, valid, value);
}

uint ElementAt(const uint element) {
  const uint first = element % row;
  const RowIndex at = SplitRow(element / row);
  if (!HasValues(at) || !IsValue(int(first) - before_row)) return padding;
  return LoadElement_source(uint(source_offset + ROW_OFFSET(at, source_stride) + int(first)));
}

// Bits beyond the last element repeat that element: nobody reads them.
void PadWord(const uint word) {
  uint bits = 0;
  for (uint i = 0; i < kWordElements; ++i) {
    bits |= ElementAt(min(word * kWordElements + i, row * rows - 1)) << i * kElementBits;
  }
  if (kResultRows) result_rows = LoadRows(kRowsOfResult);
  result[WORD_IN_ROWS(word)] = bits;
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  if (kElementBytes == 4) {
    PadFour(index);
  } else {
    PadWord(index);
  }
}
