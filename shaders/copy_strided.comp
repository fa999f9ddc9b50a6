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
  uint dim_1, dim_2, dim_3;  // rows are numbered by four dims, dim_3 fastest; dim_0 is implied
  int stride_0, stride_1, stride_2, stride_3;
  int stride_row;      // from value to value of a row
};

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint first = (index % blocks) * 4;
  const uint number = index / blocks;
  const uint valid = min(4u, row - first);
  const uint planes = number / dim_3;
  const uint volumes = planes / dim_2;
  const int position = source_offset + int(volumes / dim_1) * stride_0 + int(volumes % dim_1) * stride_1 +
                       int(planes % dim_2) * stride_2 + int(number % dim_3) * stride_3 +
                       int(first) * stride_row;
  vec4 value;
  if (kSourceAligned) {
    value = LoadVector_source(uint(position) / 4);
  } else {
    // A stride may be negative: the sums of unsigned numbers wrap around to the same places.
    value = LoadStrided_source(uint(position), uint(stride_row), valid);
  }
  const uint element = result_offset + number * result_pitch + first;
  const uint place = PlaceIn(kAligned, element);
  Store4_result(kAligned, place, valid, Epilogue(value, kAligned, place, element % channels, valid));
}
