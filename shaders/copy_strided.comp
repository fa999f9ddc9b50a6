#version 450
// A selection or regrouping of elements: rows of the output, in order, are strided runs of the input, and
// out = epilogue(in). One invocation writes four neighbours of a row (fewer at its end).
#extension GL_GOOGLE_include_directive : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 2
READ_TENSOR(0, source)
WRITE_TENSOR(1, result)
#include "common/epilogue.glsl"
#include "common/flat.glsl"

layout(constant_id = 3) const bool kAligned = true;        // every row of the output is in whole vec4s
layout(constant_id = 4) const bool kSourceAligned = true;  // so is every run of the input, with stride 1

layout(push_constant) uniform Push {
  uint row;            // values in a row
  uint blocks;         // groups of four in a row, rounded up
  uint total;          // blocks times rows
  uint channels;       // of the output; a row and channels divide one another
  uint result_offset;  // of the first row, in elements, as are the others
  uint result_pitch;   // from row to row
  int source_offset;   // of the first value
  uint walk_size[4];
  int source_stride[5];
  int source_row_stride;  // from value to value of a row
};
#include "common/walk.glsl"

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint first = (index % blocks) * 4;
  const uint number = index / blocks;
  const uint valid = min(4u, row - first);
  const RowIndex at = SplitRow(number);
  const int position = source_offset + ROW_PLACE(at, source_stride) + int(first) * source_row_stride;
  vec4 value;
  if (kSourceAligned) {
    value = LoadVector_source(uint(position) / 4);
  } else {
    // A stride may be negative: the sums of unsigned numbers wrap around to the same places.
    value = LoadStrided_source(uint(position), uint(source_row_stride), valid);
  }
  const uint element = result_offset + number * result_pitch + first;
  const uint place = PlaceIn(kAligned, element);
  Store4_result(kAligned, place, valid, Epilogue(value, kAligned, place, element % channels, valid));
}
