#version 450
// Adds two to four tensors of float32 or int32 in order. Infinities become the largest floats. One invocation writes four
// neighbours.
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/tensor.glsl"
#include "common/words.glsl"
#include "common/flat.glsl"
#include "common/non_finite.glsl"
READ_WORDS(0, source0)
READ_WORDS(1, source1)
READ_WORDS(2, source2)
READ_WORDS(3, source3)
WRITE_ROWS(4, result, uint, uvec4)

layout(constant_id = 3) const bool kAligned = true;  // the elements are a multiple of 4
layout(constant_id = 4) const bool kIsFloat = true;
layout(constant_id = 5) const uint kCount = 4;  // number of tensors

layout(push_constant) uniform Push {
  uint elements;
  uint total;  // groups of four
};

uvec4 Sum(const uvec4 l, const uvec4 r) {
  if (kIsFloat) return floatBitsToUint(Finite(uintBitsToFloat(l) + uintBitsToFloat(r)));
  return l + r;
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint begin = index * 4;
  const uint valid = min(4u, elements - begin);
#define LOAD(NAME) (kAligned ? LoadVector_##NAME(index) : LoadStrided_##NAME(begin, 1, valid))
  uvec4 sum = Sum(LOAD(source0), LOAD(source1));
  if (kCount > 2) sum = Sum(sum, LOAD(source2));
  if (kCount > 3) sum = Sum(sum, LOAD(source3));
  Store4_result(kAligned, OffsetIn(kAligned, begin), valid, sum);
}
