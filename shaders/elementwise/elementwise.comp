#version 450
// An elementwise chain: out = epilogue(in). Input and output have the same dims, seen as rows of `channels` values. One
// invocation writes kVectors groups of four neighbours of a row (fewer at its end). Its groups are a workgroup's width
// apart.
// Variant texels: TEXELS FETCH PAIRS
#extension GL_GOOGLE_include_directive : require
#include "common/divide.glsl"
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 2
#define ALL_STEPS
#define ROWS_PUSH
layout(push_constant) uniform Push {
  uint channels;
  uint total;  // blocks times rows
  uvec2 by_blocks;
  uint row_integers[28];
};
READ_TENSOR(0, source)
WRITE_TENSOR(1, result)
#include "common/epilogue.glsl"
#include "common/flat.glsl"

layout(constant_id = 3) const bool kAligned = true;  // channels is a multiple of 4
layout(constant_id = 4) const uint kVectors = 1;     // at most kMaxVectors
layout(constant_id = 5) const bool kPaired = false;  // kVectors and total are even
layout(constant_id = 6) const bool kOneRow = false;  // all values are one row

layout(constant_id = 7) const bool kSourceRows = false;     // the source is rows of a wider tensor
layout(constant_id = 8) const bool kSourceAligned = true;  // rows of the source begin and end with whole vec4s

const uint kMaxVectors = 4;

vec4 LoadSource(const uint offset, const uint valid) {
  if (!kSourceRows) return Load4_source(kAligned, offset, valid);
  const bool whole = kAligned && kSourceAligned;
  const Rows rows = LoadRows(kRowsOfSource);
  const uint element = kAligned ? offset * 4 : offset;
  return Load4_source(whole, OFFSET_IN_ROWS(whole, element, rows), valid);
}

void main() {
  const uint blocks = (channels + 3) / 4;  // groups of four in a row
  const uint first = FlatWorkgroup() * gl_WorkGroupSize.x * kVectors + LocalX();
  vec4 values[kMaxVectors];
  uint offsets[kMaxVectors];
  // Groups beyond the last repeat it without being stored, so that all loads are issued together.
  [[unroll]] for (uint i = 0; i < kVectors; ++i) {
    const uint index = min(first + i * gl_WorkGroupSize.x, total - 1);
    const uint row = kOneRow ? 0 : Divide(index, by_blocks);
    const uint channel = (index - row * blocks) * 4;
    const uint valid = min(4u, channels - channel);
    offsets[i] = OffsetIn(kAligned, row * channels + channel);
    values[i] = Epilogue(LoadSource(offsets[i], valid), kAligned, offsets[i], channel, valid);
  }
  [[unroll]] for (uint i = 0; i < kVectors; ++i) {
    const uint index = first + i * gl_WorkGroupSize.x;
    const uint valid = kAligned ? 4 : min(4u, channels - offsets[i] % channels);
    Put_result(kPaired, i, index < total, kAligned, offsets[i], valid, values[i]);
  }
}
