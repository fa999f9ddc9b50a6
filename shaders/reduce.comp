#version 450
// Computes out = epilogue(in, reduced over some dims). The kept dims index the output's rows. The reduced ones are walked in
// order by kLanes invocations of one workgroup, each taking every kLanes-th element. Their results are combined in a fixed
// order. The lanes of a workgroup of 64 write 4 * 64 / kLanes values, four neighbours of a row each (fewer at its end).
// Iterations: Ceil(count, kLanes) + 64
// Variant texels: TEXELS FETCH SUBGROUPS
// Variant subgroups: SUBGROUPS
#extension GL_GOOGLE_include_directive : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 2
READ_TENSOR(0, source)
WRITE_TENSOR(1, result)
#include "common/epilogue.glsl"

layout(local_size_x = 64) in;
layout(constant_id = 3) const bool kAligned = true;        // every row of the output consists of whole vec4s
layout(constant_id = 4) const bool kSourceAligned = true;  // every row of the input consists of whole vec4s
layout(constant_id = 5) const uint kLanes = 1;             // a power of two, at most 64
layout(constant_id = 6) const uint kReduction = 0;  // Reduction in delegate/ops/common/reduce.h
layout(constant_id = 7) const bool kIsDeep = false;  // at least three kept dims above a row, or at least three reduced dims

layout(push_constant) uniform Push {
  uint row;       // values in a row of the output
  uint blocks;    // groups of four in a row, rounded up
  uint total;     // blocks times rows
  uint channels;  // channels of the output; divides a row, or is unused
  // The kept dims that index the rows, the innermost first. Strides count elements of the input; the outermost dim's size is
  // not needed.
  uint kept_size_0, kept_size_1;
  uint kept_stride_0, kept_stride_1, kept_stride_2, kept_stride_row;
  uint count;  // number of elements reduced into one; sizes and strides of the reduced dims follow
  uint reduced_size_0, reduced_size_1, reduced_size_2;
  uint reduced_stride_0, reduced_stride_1, reduced_stride_2, reduced_stride_3;
  uint source_first;
};

const uint kSum = 0;
const uint kMean = 1;
const uint kMaximum = 2;
const uint kMinimum = 3;
const uint kProduct = 4;

const uint kOutputs = 64 / kLanes;  // groups of four that a workgroup writes

shared vec4 partial[64];

// Combines values, which may be infinite.
vec4 Combine(const vec4 a, const vec4 b) {
  if (kReduction == kMaximum) return max(a, b);
  if (kReduction == kMinimum) return min(a, b);
  if (kReduction == kProduct) return a * b;
  return a + b;
}
#include "common/lane_reduction.glsl"
#ifdef SUBGROUPS
vec4 CombineInSubgroup(const vec4 value) {
  if (kReduction == kMaximum) return subgroupMax(value);
  if (kReduction == kMinimum) return subgroupMin(value);
  if (kReduction == kProduct) return subgroupMul(value);
  return subgroupAdd(value);
}
#endif
LANE_REDUCTION(CombineLanes, vec4, Combine, CombineInSubgroup)

// Returns the identity element of the reduction.
vec4 Neutral() {
  if (kReduction == kMaximum) return vec4(uintBitsToFloat(kInfinityBits | 0x80000000));
  if (kReduction == kMinimum) return vec4(uintBitsToFloat(kInfinityBits));
  return vec4(kReduction == kProduct ? 1.0 : 0.0);
}

// Replaces a NaN in a maximum or minimum by the lowest or largest float. TFLite's reference kernels start from that float and
// replace it only by a greater, or smaller, element; no NaN compares so.
vec4 WithoutNan(const vec4 element) {
  if (kReduction != kMaximum && kReduction != kMinimum) return element;
  return mix(element, vec4(kReduction == kMaximum ? -kLargest : kLargest), IsNan(element));
}

vec4 Load(const uint position, const uint valid) {
#ifdef TEXELS
  return LoadVector_source(position / 4);
#else
  if (kSourceAligned) return LoadVector_source(position / 4);
  return LoadStrided_source(position, kept_stride_row, valid);
#endif
}

uint KeptOffset(const uint row_index) {
  const uint offset = row_index % kept_size_0 * kept_stride_0;
  const uint outer = row_index / kept_size_0;
  if (!kIsDeep) return offset + outer * kept_stride_1;
  return offset + outer % kept_size_1 * kept_stride_1 + outer / kept_size_1 * kept_stride_2;
}

uint ReducedOffset(const uint index) {
  const uint offset = index % reduced_size_0 * reduced_stride_0;
  const uint outer = index / reduced_size_0;
  if (!kIsDeep) return offset + outer * reduced_stride_1;
  const uint outermost = outer / reduced_size_1;
  return offset + outer % reduced_size_1 * reduced_stride_1 + outermost % reduced_size_2 * reduced_stride_2 +
         outermost / reduced_size_2 * reduced_stride_3;
}

void main() {
  const uint self = gl_LocalInvocationID.x;
  const uint lane = self / kOutputs;
  const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  const uint target = group * kOutputs + self % kOutputs;
  // Beyond the last output nothing is stored, but every invocation must reach the barriers.
  const uint index = min(target, total - 1);
  const uint first = (index % blocks) * 4;
  const uint row_index = index / blocks;
  const uint valid = min(4u, row - first);
  const uint base = source_first + KeptOffset(row_index) + first * kept_stride_row;

  vec4 result = Neutral();
  for (uint i = lane; i < count; i += kLanes) {
    result = Combine(result, WithoutNan(Load(base + ReducedOffset(i), valid)));
  }
  result = CombineLanes(result, lane, kOutputs, false);
  if (lane != 0 || target >= total) return;
  const uint element = row_index * row + first;
  const vec4 value = kReduction == kMean ? result / float(count) : result;
  const uint element_offset = OffsetIn(kAligned, element);
  Store4_result(kAligned, element_offset, valid, Epilogue(value, kAligned, element_offset, element % channels, valid));
}
