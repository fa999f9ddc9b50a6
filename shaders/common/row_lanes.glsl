// Shared part of kernels over rows of `channels` values. kLanes invocations of one workgroup share a row, each taking every
// kLanes-th group of four values. Workgroups have 64 invocations.
//
// Include after the views of `source` and `result` and the push constants, which begin with:
//
//   uint channels, blocks, rows;  // blocks: groups of four in a row, rounded up
//   uint neighbours, source_row, source_pixel, source_first;
//
// The last line locates rows of the source, in elements: `neighbours` rows are source_pixel apart, and groups of as many are
// source_row apart. The first row begins at source_first.
#include "common/flat.glsl"

layout(constant_id = 3) const bool kAligned = true;  // channels is a multiple of 4
layout(constant_id = 4) const uint kLanes = 1;       // a power of two, at most 64
layout(constant_id = 52) const bool kSourceAligned = true;  // if kAligned, rows of the source begin with whole vec4s

shared float partial[64];

#include "common/lane_reduction.glsl"
LANE_REDUCTION(SumOfLanes, float, ADD, subgroupAdd)

// Part of a row that one invocation computes.
struct RowShare {
  uint lane;
  uint first;   // first element of the row in the result
  uint source;  // first element of the row in the source
  bool stores;  // false beyond the last row, which it repeats: every invocation must reach the barriers
};

RowShare ShareOfRow() {
  const uint index = FlatInvocation();
  const uint row = min(index / kLanes, rows - 1);
  const uint before = row / neighbours;
  const uint source = source_first + before * source_row + (row - before * neighbours) * source_pixel;
  return RowShare(index % kLanes, row * channels, source, index / kLanes < rows);
}

float SumOf(const vec4 sums, const uint lane) {
  return SumOfLanes((sums.x + sums.y) + (sums.z + sums.w), lane, 1, true);
}

// Loads four values of a row; values beyond its end are `fill`.
vec4 LoadBlock(const RowShare share, const uint block, const float fill) {
  const uint valid = min(4u, channels - block * 4);
  const bool whole = kAligned && kSourceAligned;
  const vec4 value = Load4_source(whole, OffsetIn(whole, share.source + block * 4), valid);
  return kAligned ? value : mix(vec4(fill), value, lessThan(uvec4(0, 1, 2, 3), uvec4(valid)));
}

// Applies the epilogue to four values and stores them.
void StoreBlock(const uint first, const uint block, const vec4 value) {
  const uint offset = OffsetIn(kAligned, first + block * 4);
  const uint valid = min(4u, channels - block * 4);
  Store4_result(kAligned, offset, valid, Epilogue(value, kAligned, offset, block * 4, valid));
}
