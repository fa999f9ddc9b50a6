#version 450
// Elements of 8 bits by a table of what each of their 256 numbers becomes, 8 bits again: result[i] = table[source[i]]. One
// invocation writes a word of four elements.
// Iterations: 4
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/binding_rows.glsl"
#include "common/flat.glsl"
layout(std430, binding = 0) readonly buffer source_words { uint source[]; };
DECLARE_ROWS(0, source)
layout(std430, binding = 1) readonly buffer table_words { uint table[]; };
layout(std430, binding = 2) writeonly buffer result_words { uint result[]; };
DECLARE_ROWS(2, result)

layout(push_constant) uniform Push {
  uint total;  // words, the last of which may have elements that belong to nobody
};

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint numbers = source[PLACE(source, index, 4)];
  uint word = 0;
  for (int shift = 0; shift < 32; shift += 8) {
    const uint number = bitfieldExtract(numbers, shift, 8);
    word |= bitfieldExtract(table[number / 4], int(number % 4 * 8), 8) << shift;
  }
  result[PLACE(result, index, 4)] = word;
}
