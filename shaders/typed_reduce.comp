#version 450
// Reductions of integers and bools over some dims, in int64 (common/int64.glsl). The kept dims index the outputs. The reduced
// ones are walked in order by kLanes invocations of one workgroup, each taking every kLanes-th element. The lanes of a
// workgroup of 64 write 4 * 64 / kLanes neighbours of the output.
// Iterations: Ceil(count, kLanes) + 4 * 64 + 64
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/elements.glsl"
READ_ELEMENTS(0, source)
WRITE_ELEMENTS(1, result)

layout(local_size_x = 64) in;

layout(constant_id = 3) const uint kReduction = 0;  // Reduction in delegate/ops/common/reduce.h
layout(constant_id = 4) const uint kKind = 0;
layout(constant_id = 5) const uint kBytes = 4;
layout(constant_id = 6) const uint kLanes = 1;  // a power of two, at most 64

layout(push_constant) uniform Push {
  uint outputs;
  uint count;  // elements of the input for each of the output's
  uint total;  // groups of four outputs
  // Fastest first; the slowest dim's size is implied.
  uint kept_size[3], kept_stride[4];
  uint reduced_size[3], reduced_stride[4];
};

const uint kMean = 1;
const uint kMaximum = 2;
const uint kMinimum = 3;
const uint kProduct = 4;

#include "common/reduced_dims.glsl"

// A sum of bools is their logical or.
uvec2 Combine(const uvec2 l, const uvec2 r) {
  if (kReduction == kMaximum || (kKind == kTruth && kReduction < kMaximum)) return Max64(l, r);
  if (kReduction == kMinimum) return Min64(l, r);
  if (kReduction == kProduct) return Mul64(l, r);
  return Add64(l, r);
}

const uint kOutputs = 64 / kLanes;  // groups of four that a workgroup writes

struct Four {
  uvec2 a, b, c, d;
};
shared Four partial[64];

Four CombineFour(const Four l, const Four r) {
  return Four(Combine(l.a, r.a), Combine(l.b, r.b), Combine(l.c, r.c), Combine(l.d, r.d));
}
#include "common/lane_reduction.glsl"
LANE_REDUCTION(CombineLanes, Four, CombineFour, CombineFour)

// Loads one element for each of four outputs.
Four LoadFour(const uvec4 bases, const uint index) {
  const uvec4 offsets = bases + ReducedOffset(index);
  return Four(Load_source(offsets.x, kKind, kBytes), Load_source(offsets.y, kKind, kBytes),
              Load_source(offsets.z, kKind, kBytes), Load_source(offsets.w, kKind, kBytes));
}

uvec2 Finish(const uvec2 value) { return kReduction == kMean ? Quotient64(value, uvec2(count, 0)) : value; }

void main() {
  const uint self = gl_LocalInvocationID.x;
  const uint lane = self / kOutputs;
  const uint target = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * kOutputs + self % kOutputs;
  // Beyond the last output nothing is stored, but every invocation must reach the barriers.
  const uint first = min(target, total - 1) * 4;
  const uint last = outputs - 1;
  const uvec4 bases = uvec4(KeptOffset(first), KeptOffset(min(first + 1, last)), KeptOffset(min(first + 2, last)),
                            KeptOffset(min(first + 3, last)));
  Four values = LoadFour(bases, lane);
  for (uint i = lane + kLanes; i < count; i += kLanes) values = CombineFour(values, LoadFour(bases, i));
  values = CombineLanes(values, lane, kOutputs, false);
  if (lane != 0 || target >= total) return;
  Store4_result(target, min(4u, outputs - first), kBytes, Finish(values.a), Finish(values.b), Finish(values.c),
                Finish(values.d));
}
