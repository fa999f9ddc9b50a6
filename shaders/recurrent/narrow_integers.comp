#version 450
// Converts 32-bit words to 8-bit or 16-bit values: result {elements} = source + addend. Rows of the source are `pitch` apart.
// One invocation writes four neighbours.
// Iterations: 4
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/flat.glsl"
#include "common/quantized_values.glsl"
layout(std430, binding = 0) readonly buffer source_words { uint source[]; };
WRITE_INTEGERS(1, result)

layout(constant_id = 3) const uint kBytes = 1;

layout(push_constant) uniform Push {
  uint elements;
  uint total;              // groups of four elements
  uint first, row, pitch;  // offset of the first row, elements of a row, and distance of rows
  int addend;
};

int IntegerAt(const uint element) {
  const uint at = min(element, elements - 1);
  return int(source[first + at / row * pitch + at % row]) + addend;
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint element = index * 4;
  StoreIntegers_result(index, min(elements - element, 4), kBytes,
                      ivec4(IntegerAt(element), IntegerAt(element + 1), IntegerAt(element + 2), IntegerAt(element + 3)));
}
