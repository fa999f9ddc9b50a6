#version 450
// out = epilogue(exp(beta * (in - max)) / sum), or the logarithm of it, over rows of `channels` values. kLanes invocations of one
// workgroup share a row, each taking every kLanes-th group of four values. Workgroups have 64 invocations.
// The order of the additions is fixed, so the result is the same on every run.
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
layout(constant_id = 5) const bool kIsLog = false;

layout(push_constant) uniform Push {
  uint channels;
  uint blocks;  // groups of four in a row, rounded up
  uint rows;
  float beta;
};

shared float partial[64];

#include "common/lane_reduction.glsl"
LANE_REDUCTION(MaximumOfLanes, float, max, subgroupMax)
LANE_REDUCTION(SumOfLanes, float, ADD, subgroupAdd)

// Four values of a row; those beyond its end are `fill`.
vec4 Load(uint first, uint block, float fill) {
  const uint valid = min(4u, channels - block * 4);
  const vec4 value = Load4_source(kAligned, PlaceIn(kAligned, first + block * 4), valid);
  return kAligned ? value : mix(vec4(fill), value, lessThan(uvec4(0, 1, 2, 3), uvec4(valid)));
}

void main() {
  const uint index = FlatInvocation();
  const uint lane = index % kLanes;
  // Rows beyond the last repeat it without storing: every invocation must reach the barriers.
  const uint row = min(index / kLanes, rows - 1);
  const bool stores = index / kLanes < rows;
  const uint first = row * channels;

  vec4 highest = vec4(-kLargest);
  for (uint block = lane; block < blocks; block += kLanes) {
    highest = max(highest, Load(first, block, -kLargest));
  }
  const vec2 pair = max(highest.xy, highest.zw);
  const float maximum = MaximumOfLanes(max(pair.x, pair.y), lane, 1, true);

  vec4 sums = vec4(0.0);
  for (uint block = lane; block < blocks; block += kLanes) {
    const vec4 weight = Exp((Load(first, block, maximum) - maximum) * beta);
    const bvec4 exists = lessThan(uvec4(0, 1, 2, 3), uvec4(channels - block * 4));
    sums += mix(vec4(0.0), weight, exists);
  }
  const float sum = SumOfLanes((sums.x + sums.y) + (sums.z + sums.w), lane, 1, true);

  if (!stores) return;
  for (uint block = lane; block < blocks; block += kLanes) {
    const uint place = PlaceIn(kAligned, first + block * 4);
    const uint valid = min(4u, channels - block * 4);
    const vec4 logit = (Load(first, block, maximum) - maximum) * beta;
    const vec4 value = kIsLog ? logit - Log(vec4(sum)) : Exp(logit) / sum;
    Store4_result(kAligned, place, valid, Epilogue(value, kAligned, place, block * 4, valid));
  }
}
