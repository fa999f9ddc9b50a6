#version 450
// out = epilogue(in / max(sqrt(sum of squares), 1e-6)), over rows of `channels` values. kLanes invocations of one workgroup
// share a row, each taking every kLanes-th group of four values. Workgroups have 64 invocations. The order of the
// additions is fixed, so the result is the same on every run.
// Variant texels: TEXELS FETCH SUBGROUPS
// Variant subgroups: SUBGROUPS
#extension GL_GOOGLE_include_directive : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 2
READ_TENSOR(0, source)
WRITE_TENSOR(1, result)
#include "common/epilogue.glsl"
#include "common/flat.glsl"

layout(constant_id = 3) const bool kAligned = true;  // channels is a multiple of 4
layout(constant_id = 4) const uint kLanes = 1;       // a power of two, at most 64

layout(push_constant) uniform Push {
  uint channels;
  uint blocks;  // groups of four in a row, rounded up
  uint rows;
};

shared float partial[64];

#include "common/lane_reduction.glsl"
LANE_REDUCTION(SumOfLanes, float, ADD, subgroupAdd)

// Four values of a row; zeros beyond its end.
vec4 Load(uint first, uint block) {
  return Load4_source(kAligned, PlaceIn(kAligned, first + block * 4), min(4u, channels - block * 4));
}

void main() {
  const uint index = FlatInvocation();
  const uint lane = index % kLanes;
  // Rows beyond the last repeat it without storing: every invocation must reach the barriers.
  const uint row = min(index / kLanes, rows - 1);
  const bool stores = index / kLanes < rows;
  const uint first = row * channels;

  vec4 squares = vec4(0.0);
  for (uint block = lane; block < blocks; block += kLanes) {
    const vec4 value = Load(first, block);
    squares += value * value;
  }
  const float sum = SumOfLanes((squares.x + squares.y) + (squares.z + squares.w), lane, 1, true);
  // The smallest norm of TFLite's reference kernel.
  const float norm = max(sqrt(sum), 1e-6);

  if (!stores) return;
  for (uint block = lane; block < blocks; block += kLanes) {
    const uint place = PlaceIn(kAligned, first + block * 4);
    const uint valid = min(4u, channels - block * 4);
    Store4_result(kAligned, place, valid, Epilogue(Load(first, block) / norm, kAligned, place, block * 4, valid));
  }
}
