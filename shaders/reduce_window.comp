#version 450
// REDUCE_WINDOW: combines the elements of each window in row-major order, from an initial value on. Integers and bools are
// combined in int64 (common/int64.glsl). Narrower sums and products wrap as they are stored. One invocation computes four
// neighbours of the output.
// Iterations: count
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/elements.glsl"
#include "common/flat.glsl"
#include "common/non_finite.glsl"
READ_ELEMENTS(0, source)
READ_ELEMENTS(1, init)
WRITE_ELEMENTS(2, result)

layout(constant_id = 3) const uint kFunction = 1;  // TfLiteReduceWindowFunction
layout(constant_id = 4) const uint kKind = 0;
layout(constant_id = 5) const uint kBytes = 4;

layout(push_constant) uniform Push {
  uint outputs;
  uint count;  // elements of a window
  uint total;  // groups of four outputs
  // Windows are indexed by the kept dims, the elements of one by the reduced dims. Fastest first; the slowest dim's size is
  // implied.
  uint kept_size[3], kept_stride[4];
  uint reduced_size[3], reduced_stride[4];
};

#include "common/reduced_dims.glsl"

const uint kAdd = 1;
const uint kMultiply = 2;
const uint kMinimum = 3;
const uint kMaximum = 4;
const uint kAll = 5;

bool IsTrue(const uvec2 value) { return ((kKind == kFloat ? value.x & kMagnitudeBits : value.x) | value.y) != 0; }

// Returns the second operand if one is a NaN, as TFLite's comparisons do.
uvec2 CombineFloats(const uvec2 l, const uvec2 r) {
  const float a = uintBitsToFloat(l.x);
  const float b = uintBitsToFloat(r.x);
  if (kFunction == kAdd) return uvec2(floatBitsToUint(a + b), 0);
  if (kFunction == kMultiply) return uvec2(floatBitsToUint(a * b), 0);
  if (any(IsNan(vec4(a, b, 0.0, 0.0)))) return r;
  return (kFunction == kMinimum ? a <= b : a >= b) ? l : r;
}

uvec2 CombineIntegers(const uvec2 l, const uvec2 r) {
  if (kFunction == kAdd) return Add64(l, r);
  if (kFunction == kMultiply) return Mul64(l, r);
  return kFunction == kMinimum ? Min64(l, r) : Max64(l, r);
}

// Returns 0 or 1 of the element's type.
uvec2 CombineTruths(const bool l, const bool r) {
  const bool truth = kFunction == kAll ? l && r : l || r;
  return uvec2(kKind == kFloat ? floatBitsToUint(float(truth)) : uint(truth), 0);
}

uvec2 Combine(const uvec2 l, const uvec2 r) {
  if (kFunction >= kAll) return CombineTruths(IsTrue(l), IsTrue(r));
  return kKind == kFloat ? CombineFloats(l, r) : CombineIntegers(l, r);
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint first = index * 4;
  const uint last = outputs - 1;
  const uvec4 bases = uvec4(KeptOffset(first), KeptOffset(min(first + 1, last)), KeptOffset(min(first + 2, last)),
                            KeptOffset(min(first + 3, last)));
  uvec2 a = Load_init(0, kKind, kBytes);
  uvec2 b = a;
  uvec2 c = a;
  uvec2 d = a;
  for (uint i = 0; i < count; ++i) {
    const uvec4 elements = bases + ReducedOffset(i);
    a = Combine(a, Load_source(elements.x, kKind, kBytes));
    b = Combine(b, Load_source(elements.y, kKind, kBytes));
    c = Combine(c, Load_source(elements.z, kKind, kBytes));
    d = Combine(d, Load_source(elements.w, kKind, kBytes));
  }
  Store4_result(index, min(4u, outputs - first), kBytes, a, b, c, d);
}
