#version 450
// Reductions of integers and bools over some dims, in int64 (common/int64.glsl). The kept dims number the outputs, the
// reduced ones are walked in order. One invocation writes four neighbours of the output.
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/elements.glsl"
#include "common/flat.glsl"
READ_ELEMENTS(0, source)
WRITE_ELEMENTS(1, result)

layout(constant_id = 3) const uint kReduction = 0;  // Reduction in delegate/ops/families/reduce.h
layout(constant_id = 4) const uint kKind = 0;
layout(constant_id = 5) const uint kBytes = 4;

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

uint KeptOffset(uint number) {
  uint offset = number % kept_size[0] * kept_stride[0];
  number /= kept_size[0];
  offset += number % kept_size[1] * kept_stride[1];
  number /= kept_size[1];
  return offset + number % kept_size[2] * kept_stride[2] + number / kept_size[2] * kept_stride[3];
}

uint ReducedOffset(uint number) {
  uint offset = number % reduced_size[0] * reduced_stride[0];
  number /= reduced_size[0];
  offset += number % reduced_size[1] * reduced_stride[1];
  number /= reduced_size[1];
  return offset + number % reduced_size[2] * reduced_stride[2] + number / reduced_size[2] * reduced_stride[3];
}

// A sum of bools is a bool: whether one holds.
uvec2 Combine(uvec2 l, uvec2 r) {
  if (kReduction == kMaximum || (kKind == kTruth && kReduction < kMaximum)) return Max64(l, r);
  if (kReduction == kMinimum) return Min64(l, r);
  if (kReduction == kProduct) return Mul64(l, r);
  return Add64(l, r);
}

uvec2 Value(uint number) {
  const uint base = KeptOffset(number);
  uvec2 value = Load_source(base, kKind, kBytes);
  for (uint i = 1; i < count; ++i) value = Combine(value, Load_source(base + ReducedOffset(i), kKind, kBytes));
  return kReduction == kMean ? Quotient64(value, uvec2(count, 0)) : value;
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint first = index * 4;
  const uint last = outputs - 1;
  Store4_result(index, min(4u, outputs - first), kBytes, Value(first), Value(min(first + 1, last)),
                Value(min(first + 2, last)), Value(min(first + 3, last)));
}
