#version 450
// Reductions of 8-bit or 16-bit integers over some dims, bit for bit as TFLite's reference kernels. A sum or a product is
// rescaled to the output's scale; a maximum or minimum is not rescaled. The kept dims index the outputs.
//
// The reduced dims are walked in order by kLanes invocations of one workgroup, each taking every kLanes-th position. The lanes
// of a workgroup of 64 write 4 * 64 / kLanes neighbours of the output.
// Iterations: Ceil(count, kLanes) + 64
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/int64.glsl"
#include "common/quantized_values.glsl"
#include "common/requantize.glsl"
#include "common/requantize64.glsl"
READ_INTEGERS(0, source)
WRITE_INTEGERS(1, result)

layout(local_size_x = 64) in;

layout(constant_id = 3) const uint kReduction = 0;  // Reduction in delegate/ops/common/reduce.h
layout(constant_id = 4) const uint kKind = 1;
layout(constant_id = 5) const uint kBytes = 1;
layout(constant_id = 6) const uint kLanes = 1;  // a power of two, at most 64; 1 for a product
layout(constant_id = 7) const uint kUnit = 0;  // IntegerUnit in delegate/ops/common/quantized_reduce.cc
layout(constant_id = 8) const uint kKeptDims = 1;  // at most 4
layout(constant_id = 9) const uint kReducedDims = 1;

// Strides count units, and so does the size of the dim along which four values form a unit.
layout(push_constant) uniform Push {
  uint outputs;
  uint count;  // positions of the reduced dims
  uint total;  // groups of four outputs
  // Fastest first; the slowest dim's size is implied.
  uint kept_size[3], kept_stride[4];
  uint reduced_size[3], reduced_stride[4];
  int zero_point;  // for a sum: the zero points of all its values together
  int multiplier, left, right;
  int result_zero_point, lowest, highest;
};

const uint kMaximum = 2;
const uint kMinimum = 3;
const uint kProduct = 4;

const uint kSingle = 0;
const uint kOfOutputs = 1;
const uint kOfReduced = 2;

uint KeptOffset(const uint index) {
  if (kKeptDims == 1) return index * kept_stride[0];
  const uint outer = index / kept_size[0];
  const uint offset = index % kept_size[0] * kept_stride[0];
  if (kKeptDims == 2) return offset + outer * kept_stride[1];
  const uint outermost = outer / kept_size[1];
  return offset + outer % kept_size[1] * kept_stride[1] + outermost % kept_size[2] * kept_stride[2] +
         outermost / kept_size[2] * kept_stride[3];
}

uint ReducedOffset(const uint index) {
  if (kReducedDims == 1) return index * reduced_stride[0];
  const uint outer = index / reduced_size[0];
  const uint offset = index % reduced_size[0] * reduced_stride[0];
  if (kReducedDims == 2) return offset + outer * reduced_stride[1];
  const uint outermost = outer / reduced_size[1];
  return offset + outer % reduced_size[1] * reduced_stride[1] + outermost % reduced_size[2] * reduced_stride[2] +
         outermost / reduced_size[2] * reduced_stride[3];
}

// Multiplies and rescales. Neither operand is as large as 2^31, since the second one is a value minus its zero point.
int RescaledProduct(const int l, const int r) {
  int high, low;
  imulExtended(l, r, high, low);
  return Rescale64(uvec2(low, high), uint(multiplier), uint(right));
}

ivec4 Combine(const ivec4 l, const ivec4 r) {
  if (kReduction == kMaximum) return max(l, r);
  if (kReduction == kMinimum) return min(l, r);
  if (kReduction != kProduct) return l + r;
  return ivec4(RescaledProduct(l.x, r.x), RescaledProduct(l.y, r.y), RescaledProduct(l.z, r.z),
               RescaledProduct(l.w, r.w));
}

const uint kOutputs = 64 / kLanes;  // groups of four that a workgroup writes
shared ivec4 partial[64];
#include "common/lane_reduction.glsl"
LANE_REDUCTION(CombineLanes, ivec4, Combine, Combine)

// Loads a unit and reduces it for one output.
int LoadUnit(const uint position) {
  if (kUnit == kSingle) return Integer_source(position, kKind, kBytes);
  const ivec4 four = Integers_source(position, 4, kKind, kBytes);
  const ivec4 pair = Combine(four, four.zwxy);
  return Combine(pair, pair.yxwz).x;
}

ivec4 LoadUnits(const uvec4 offsets, const uint valid) {
  if (kUnit == kOfOutputs) return Integers_source(offsets.x, 4, kKind, kBytes);
  ivec4 value = ivec4(LoadUnit(offsets.x));
  if (valid > 1) value.y = LoadUnit(offsets.y);
  if (valid > 2) value.z = LoadUnit(offsets.z);
  if (valid > 3) value.w = LoadUnit(offsets.w);
  return value;
}

// Loads the values of four outputs, of which `valid` exist, at one position of the reduced dims.
ivec4 LoadFour(const uvec4 bases, const uint index, const uint valid) {
  const ivec4 value = LoadUnits(bases + ReducedOffset(index), valid);
  return kReduction == kProduct ? value - zero_point : value;
}

// Rescales to the output's scale and clamps.
ivec4 Finish(const ivec4 value) {
  if (kReduction == kMaximum || kReduction == kMinimum) return value;
  ivec4 steps;
  if (kReduction == kProduct) {
    steps = Combine(value, ivec4(1));
  } else {
    steps = Rescale(value - zero_point, ivec4(multiplier), ivec4(left), ivec4(right));
  }
  return clamp(steps, lowest - result_zero_point, highest - result_zero_point) + result_zero_point;
}

void main() {
  const uint self = gl_LocalInvocationID.x;
  const uint lane = self / kOutputs;
  const uint target = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * kOutputs + self % kOutputs;
  // Beyond the last output nothing is stored, but every invocation must reach the barriers.
  const uint group = min(target, total - 1);
  const uint first = group * 4;
  const uint valid = min(outputs - first, 4u);
  uvec4 bases = uvec4(KeptOffset(kUnit == kOfOutputs ? group : first));
  if (kUnit != kOfOutputs) {
    if (valid > 1) bases.y = KeptOffset(first + 1);
    if (valid > 2) bases.z = KeptOffset(first + 2);
    if (valid > 3) bases.w = KeptOffset(first + 3);
  }
  ivec4 value = LoadFour(bases, lane, valid);
  for (uint i = lane + kLanes; i < count; i += kLanes) value = Combine(value, LoadFour(bases, i, valid));
  value = CombineLanes(value, lane, kOutputs, false);
  if (lane == 0 && target < total) StoreIntegers_result(group, valid, kBytes, Finish(value));
}
