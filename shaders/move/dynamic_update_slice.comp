#version 450
// Copies a tensor of any type and overwrites a part of it: out = epilogue(in the part ? update : operand). Only float32 has an
// epilogue. The start of the part is read from memory. One invocation writes four neighbours of a row (fewer at its end), or a
// word of elements narrower than a word.
// Iterations: 4
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/tensor.glsl"
#include "common/words.glsl"
#define EPILOGUE_BINDING 4
READ_WORDS(0, operand)
READ_WORDS(1, update)
#include "common/indices.glsl"
READ_INDICES(2, starts)
WRITE_WORDS(3, result)
#include "common/epilogue.glsl"
#include "common/flat.glsl"

layout(constant_id = 3) const bool kAligned = true;  // a row is a multiple of 4

layout(push_constant) uniform Push {
  uint row;     // values in a row; the innermost dim if a step uses channels
  uint rows;
  uint blocks;  // groups of four in a row, rounded up
  uint total;   // blocks times rows, or words of the result that hold narrow elements
  uint walk_size[4];
  // The update's sizes along the outer dims, and its start there: a start index, clamped to 0 to `most_start`, times
  // `start_scale`.
  uint update_size[5];
  uint most_start[5];
  uint start_scale[5];
  uint start_indices;  // indices into `starts`, four bits each: the row's in the lowest, then those of the outer dims
  uint update_row, most_row_start, row_start_scale;  // the update's size and start within a row
};
#include "common/walk.glsl"

struct Part {
  bool has_row;     // the part has values in the row
  uint position;       // offset of the update's row, in elements
  uint dim_stride;  // stride along the dim that Enter handles next
};

uint StartAt(const uint dim, const uint most, const uint scale) {
  return LoadClamped_starts(bitfieldExtract(start_indices, int(4 * dim), 4), most) * scale;
}

// Narrows the part to an index along one dim. Before the part's start the difference wraps around and fails the test.
Part Enter(const Part part, const uint index, const uint start, const uint size) {
  const uint offset = index - start;
  return Part(part.has_row && offset < size, part.position + offset * part.dim_stride, part.dim_stride * size);
}

Part PartIn(const RowIndex at) {
  Part part = Part(true, 0, update_row);
  part = Enter(part, at.i0, StartAt(1, most_start[0], start_scale[0]), update_size[0]);
  if (kWalkDims > 1) part = Enter(part, at.i1, StartAt(2, most_start[1], start_scale[1]), update_size[1]);
  if (kWalkDims > 2) part = Enter(part, at.i2, StartAt(3, most_start[2], start_scale[2]), update_size[2]);
  if (kWalkDims > 3) part = Enter(part, at.i3, StartAt(4, most_start[3], start_scale[3]), update_size[3]);
  if (kWalkDims > 4) part = Enter(part, at.i4, StartAt(5, most_start[4], start_scale[4]), update_size[4]);
  return part;
}

// Returns the column within the update's row, or a value beyond its end.
uint ColumnInUpdate(const uint column) { return column - StartAt(0, most_row_start, row_start_scale); }

uint Selected(const uint column, const uint in_update, const uint offset_in_update, const uint value) {
  return column < row && in_update < update_row ? update[OFFSET(update, offset_in_update + in_update, 4)] : value;
}

void WriteFour(const uint index) {
  const uint first = (index % blocks) * 4;
  const uint row_index = index / blocks;
  const uint valid = min(4u, row - first);
  const uint position = OffsetIn(kAligned, row_index * row + first);
  uvec4 value;
  if (kAligned) {
    value = LoadVector_operand(position);
  } else {
    value = LoadStrided_operand(position, 1, valid);
  }
  const Part part = PartIn(SplitRow(row_index));
  if (part.has_row) {
    const uint column = ColumnInUpdate(first);
    value.x = Selected(first, column, part.position, value.x);
    value.y = Selected(first + 1, column + 1, part.position, value.y);
    value.z = Selected(first + 2, column + 2, part.position, value.z);
    value.w = Selected(first + 3, column + 3, part.position, value.w);
  }
  if (kResultRows) result_rows = LoadRows(kRowsOfResult);
  if (kEpilogueCount > 0) {
    value = floatBitsToUint(Epilogue(uintBitsToFloat(value), kAligned, position, first, valid));
  }
  Store4_result(kAligned, position, valid, value);
}

uint ElementAt(const uint element) {
  const uint row_index = element / row;
  const uint column = ColumnInUpdate(element - row_index * row);
  const Part part = PartIn(SplitRow(row_index));
  if (part.has_row && column < update_row) return LoadElement_update(part.position + column);
  return LoadElement_operand(element);
}

// Bits beyond the last element repeat that element: nobody reads them.
void WriteWord(const uint word) {
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
    WriteFour(index);
  } else {
    WriteWord(index);
  }
}
