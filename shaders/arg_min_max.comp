#version 450
// Finds the index of the largest or smallest element along one dim, the first of equal ones. Reduces source {outer, dim, inner}
// to result {outer, inner} of integers. kLanes invocations of a workgroup search for one index, each among every kLanes-th
// element.
//
// As in TFLite's reference kernels, comparisons with a NaN are false. A NaN in the first element is therefore kept, and any
// other NaN is never chosen.
// Iterations: Ceil(dim, kLanes) + 64
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/elements.glsl"
#include "common/cast.glsl"
#include "common/compare.glsl"
READ_ELEMENTS(0, source)
WRITE_ELEMENTS(1, result)

layout(local_size_x = 64) in;

layout(constant_id = 3) const uint kLanes = 1;  // a power of two, at most 64
layout(constant_id = 4) const uint kKind = 0;
layout(constant_id = 5) const uint kBytes = 4;
layout(constant_id = 6) const bool kIsLeast = false;
layout(constant_id = 7) const uint kResultBytes = 4;  // bytes of an index: 4 or 8

layout(push_constant) uniform Push {
  uint total;  // indices
  uint dim, inner;
};

const uint kOutputs = 64 / kLanes;  // indices that a workgroup writes

struct Best {
  bool exists;
  uvec2 value;
  uint offset;
};
shared Best partial[64];

// Returns the better one of two. Of equal ones, the one with the lower index is better.
Best Better(const Best l, const Best r) {
  if (!l.exists || !r.exists) return l.exists ? l : r;
  if (l.value == r.value) return l.offset < r.offset ? l : r;
  return Less64(l.value, r.value) == kIsLeast ? l : r;
}
#include "common/lane_reduction.glsl"
LANE_REDUCTION(BestOfLanes, Best, Better, Better)

bool IsNanAt(const uint element) {
  return kKind == kFloat && (Load_source(element, kKind, kBytes).x & kMagnitudeBits) > kInfinityBits;
}

void main() {
  const uint self = gl_LocalInvocationID.x;
  const uint lane = self / kOutputs;
  const uint target = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * kOutputs + self % kOutputs;
  // Beyond the last output nothing is stored, but every invocation must reach the barriers.
  const uint index = min(target, total - 1);
  const uint begin = index / inner * dim * inner + index % inner;
  Best best = Best(false, uvec2(0), 0);
  for (uint offset = lane; offset < dim; offset += kLanes) {
    const uint element = begin + offset * inner;
    if (!IsNanAt(element)) best = Better(best, Best(true, Ordinal(Load_source(element, kKind, kBytes), kKind), offset));
  }
  best = BestOfLanes(best, lane, kOutputs, false);
  if (lane != 0 || target >= total) return;
  StoreElement_result(target, kResultBytes, uvec2(IsNanAt(begin) ? 0 : best.offset, 0));
}
