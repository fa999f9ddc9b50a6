#version 450
// Zeros around a tensor: out = epilogue(pad(in)). One invocation writes four neighbours of a row (fewer at its end).
#extension GL_GOOGLE_include_directive : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 2
READ_TENSOR(0, source)
WRITE_TENSOR(1, result)
#include "common/epilogue.glsl"
#include "common/flat.glsl"

layout(constant_id = 3) const bool kAligned = true;  // a row of the output is a multiple of 4
// So are the input's rows and the zeros before them: four neighbours are all zeros or all values.
layout(constant_id = 4) const bool kSourceAligned = true;

layout(push_constant) uniform Push {
  uint row;     // values in a row; the innermost dim of the output where a step looks at channels
  uint blocks;  // groups of four in a row, rounded up
  uint total;   // blocks times rows
  uint walk_size[4];
  int source_offset;     // of the first value of the output, which may lie before the source, in elements
  int source_stride[5];  // in elements
  uint source_size[5];   // along the same dims
  int before[5];         // zeros before the first value
  int source_row, before_row;  // the same within a row
};
#include "common/walk.glsl"

bool HasValues(RowIndex at) {
  bool lies_in = uint(int(at.i0) - before[0]) < source_size[0];
  if (kWalkDims > 1) lies_in = lies_in && uint(int(at.i1) - before[1]) < source_size[1];
  if (kWalkDims > 2) lies_in = lies_in && uint(int(at.i2) - before[2]) < source_size[2];
  if (kWalkDims > 3) lies_in = lies_in && uint(int(at.i3) - before[3]) < source_size[3];
  if (kWalkDims > 4) lies_in = lies_in && uint(int(at.i4) - before[4]) < source_size[4];
  return lies_in;
}

float ValueOrZero(int column, int position) {
  if (column < 0 || column >= source_row) return 0.0;
  return source[position];
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint first = (index % blocks) * 4;
  const uint number = index / blocks;
  const uint valid = min(4u, row - first);
  const RowIndex at = SplitRow(number);
  const int column = int(first) - before_row;

  vec4 value = vec4(0.0);
  if (HasValues(at)) {
    const int position = source_offset + ROW_PLACE(at, source_stride) + int(first);
    if (kSourceAligned) {
      if (column >= 0 && column < source_row) value = LoadVector_source(uint(position) / 4);
    } else {
      value = vec4(ValueOrZero(column, position), ValueOrZero(column + 1, position + 1),
                   ValueOrZero(column + 2, position + 2), ValueOrZero(column + 3, position + 3));
    }
  }
  const uint place = PlaceIn(kAligned, number * row + first);
  Store4_result(kAligned, place, valid, Epilogue(value, kAligned, place, first, valid));
}
