#version 450
// Slices of a tensor of any type, picked by indices: source {batches, outer, dim, row} at indices {batches, count} is
// result {batches, outer, count, row}. One invocation writes four neighbours of a row (fewer at its end), or a word of
// elements that are narrower than a word. An index out of range picks elements of `filling`, or some slice
// where gather_check.comp reports it.
#extension GL_GOOGLE_include_directive : require
#include "common/tensor.glsl"
#include "common/words.glsl"
#include "common/flat.glsl"
#include "common/indices.glsl"
READ_WORDS(0, source)
READ_INDICES(1, indices)
WRITE_WORDS(2, result)

layout(constant_id = 3) const bool kAligned = true;  // a row is a multiple of 4
layout(constant_id = 4) const bool kFillsOutside = false;

layout(push_constant) uniform Push {
  uint row;     // values in a row
  uint rows;    // of the result
  uint blocks;  // groups of four in a row, rounded up
  uint total;   // blocks times rows, or words of the result that hold narrow elements
  uint outer, dim, count;
  uint filling, odd_filling;  // a word of elements: of elements of two words the first and the second
};

struct SourceRow {
  bool exists;
  uint first;  // value of the source
};

// What row `number` of the result shows.
SourceRow FindRow(uint number) {
  const uint before = number / count;
  const uint place = number - before * count;
  const uint index = LoadIndex_indices(before / outer * count + place, dim);
  return SourceRow(!kFillsOutside || index < dim, (before * dim + min(index, dim - 1)) * row);
}

void PickFour(uint index) {
  const uint first = (index % blocks) * 4;
  const uint number = index / blocks;
  const uint valid = min(4u, row - first);
  const SourceRow from = FindRow(number);
  uvec4 value = uvec4(filling, odd_filling, filling, odd_filling);
  if (from.exists) {
    value = kAligned ? LoadVector_source((from.first + first) / 4) : LoadStrided_source(from.first + first, 1, valid);
  }
  Store4_result(kAligned, PlaceIn(kAligned, number * row + first), valid, value);
}

// Bits beyond the last element are those of some element: nobody reads them.
void PickWord(uint word) {
  uint bits = 0;
  for (uint i = 0; i < kWordElements; ++i) {
    const uint element = min(word * kWordElements + i, row * rows - 1);
    const uint number = element / row;
    const SourceRow from = FindRow(number);
    const uint value = from.exists ? LoadElement_source(from.first + element - number * row)
                                   : bitfieldExtract(filling, 0, int(kElementBits));
    bits |= value << i * kElementBits;
  }
  result[word] = bits;
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
