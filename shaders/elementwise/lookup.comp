#version 450
// Maps 8-bit or 16-bit values through a table: result[i] = table[source[i]]. One invocation writes four neighbours.
// Iterations: 4
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/flat.glsl"
#include "common/quantized_values.glsl"
READ_INTEGERS(0, source)
layout(std430, binding = 1) readonly buffer table_words { uint table[]; };
WRITE_INTEGERS(2, result)

layout(constant_id = 3) const uint kSourceBytes = 1;  // 1 or 2
layout(constant_id = 4) const uint kResultBytes = 1;

layout(push_constant) uniform Push {
  uint elements;
  uint total;  // groups of four elements
};

int Found(const int integer) {
  const uint offset = uint(integer);
  return IntegerOf(table[offset / (4 / kResultBytes)], offset, kUnsigned, kResultBytes);
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint valid = min(elements - index * 4, 4);
  const ivec4 integers = Integers_source(index, valid, kUnsigned, kSourceBytes);
  StoreIntegers_result(index, valid, kResultBytes,
                      ivec4(Found(integers.x), Found(integers.y), Found(integers.z), Found(integers.w)));
}
