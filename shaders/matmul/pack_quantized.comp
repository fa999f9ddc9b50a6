#version 450
// Packs computed int8 weight matrices into the layout in which dynamic_int8_matmul.comp reads them. This is
// [matrix][quad][block][input of the quad][output of the block], with four inputs per quad and four outputs per block. Padding
// is 0. One invocation writes four words.
// Iterations: 4
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/quantized_values.glsl"
READ_INTEGERS(0, source)
layout(std430, binding = 1) writeonly buffer result_vectors { uvec4 result[]; };
#include "common/flat.glsl"

layout(push_constant) uniform Push {
  uint inputs, outputs;
  uint quads, blocks;
  uint total;                      // groups of 16 weights in all matrices
  uint input_pitch, output_pitch;  // distance of inputs and of outputs in the source
};

uint WeightAt(const uint first, const uint at) {
  return at < outputs ? uint(Integer_source(first + at * output_pitch, kSigned, 1)) & 0xFF : 0;
}

uint WordOf(const uint matrix, const uint at, const uint input_at) {
  if (input_at >= inputs) return 0;
  const uint first = matrix * inputs * outputs + input_at * input_pitch;
  return WeightAt(first, at) | WeightAt(first, at + 1) << 8 | WeightAt(first, at + 2) << 16 | WeightAt(first, at + 3) << 24;
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint first = index % blocks * 4;
  const uint row = index / blocks;
  const uint matrix = row / quads;
  const uint quad = (row - matrix * quads) * 4;
  result[index] = uvec4(WordOf(matrix, first, quad), WordOf(matrix, first, quad + 1), WordOf(matrix, first, quad + 2),
                        WordOf(matrix, first, quad + 3));
}
