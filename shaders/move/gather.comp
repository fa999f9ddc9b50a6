#version 450
// Gathers slices of a tensor of any type: source {batches, outer, dim, slice} at indices {batches, count} gives result
// {batches, outer, count, slice}. Then out = epilogue(picked); only float32 has an epilogue. A slice is one row, or several
// that end with the output's channels.
//
// One invocation writes four neighbours of a row (fewer at its end), or a word of elements narrower than a word. An index out
// of range picks elements of `filling` with kFillsOutside. Otherwise it picks an arbitrary slice, and gather_check.comp reports
// it.
// Iterations: 4
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/tensor.glsl"
#include "common/words.glsl"
#define EPILOGUE_BINDING 3
READ_WORDS(0, source)
WRITE_WORDS(2, result)
#include "common/indices.glsl"
READ_INDICES(1, indices)
#include "common/epilogue.glsl"
#include "common/flat.glsl"

layout(constant_id = 3) const bool kAligned = true;  // a row is a multiple of 4
layout(constant_id = 4) const bool kFillsOutside = false;

layout(push_constant) uniform Push {
  uint row;       // values in a row
  uint rows;      // rows of the result
  uint of_slice;  // rows of a slice; 1 if elements are narrow
  uint channels;  // channels of the output; a row and channels divide one another
  uint blocks;    // groups of four in a row, rounded up
  uint total;     // blocks times rows, or words of the result that hold narrow elements
  uint outer, dim, count;
  uint filling, odd_filling;  // a word of elements; if an element has two words, its first and second
};

struct SourceRow {
  bool exists;
  uint first;  // value of the source
};

// Finds the source row that row `row_index` of the result copies.
SourceRow FindRow(const uint row_index) {
  const uint slice = row_index / of_slice;
  const uint before = slice / count;
  const uint offset = slice - before * count;
  const uint index = LoadIndex_indices(before / outer * count + offset, dim);
  const uint picked = before * dim + min(index, dim - 1);
  return SourceRow(!kFillsOutside || index < dim, (picked * of_slice + row_index - slice * of_slice) * row);
}

void PickFour(const uint index) {
  const uint first = (index % blocks) * 4;
  const uint row_index = index / blocks;
  const uint valid = min(4u, row - first);
  const SourceRow from = FindRow(row_index);
  uvec4 value = uvec4(filling, odd_filling, filling, odd_filling);
  if (from.exists) {
    value = kAligned ? LoadVector_source((from.first + first) / 4) : LoadStrided_source(from.first + first, 1, valid);
  }
  const uint element = row_index * row + first;
  const uint offset = OffsetIn(kAligned, element);
  if (kResultRows) result_rows = LoadRows(kRowsOfResult);
  if (kEpilogueCount > 0) {
    value = floatBitsToUint(Epilogue(uintBitsToFloat(value), kAligned, offset, element % channels, valid));
  }
  Store4_result(kAligned, offset, valid, value);
}

// Bits beyond the last element repeat that element: nobody reads them.
void PickWord(const uint word) {
  uint bits = 0;
  for (uint i = 0; i < kWordElements; ++i) {
    const uint element = min(word * kWordElements + i, row * rows - 1);
    const uint row_index = element / row;
    const SourceRow from = FindRow(row_index);
    const uint value = from.exists ? LoadElement_source(from.first + element - row_index * row)
                                   : bitfieldExtract(filling, 0, int(kElementBits));
    bits |= value << i * kElementBits;
  }
  if (kResultRows) result_rows = LoadRows(kRowsOfResult);
  result[WORD_IN_ROWS(word)] = bits;
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  if (kElementBytes == 4) {
    PickFour(index);
  } else {
    PickWord(index);
  }
}
