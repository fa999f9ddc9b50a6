#version 450
// Computes the input's terms of the gates of an int8 LSTM, bit for bit as TFLite's reference kernels. Each element of gates
// {positions, cells} is four 16-bit values (input, forget, cell and output gate). They are rescaled(bias + weights * source
// {positions, inputs}). One invocation computes the gates of one cell at up to four positions.
// Iterations: Ceil(inputs, 4) * 4 + 4
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define ROWS
#include "common/flat.glsl"
#include "common/quantized_values.glsl"
#include "common/packed_int8.glsl"
#include "common/requantize.glsl"
READ_INTEGERS(0, source)
layout(std430, binding = 1) readonly buffer weights_words { uvec4 weights[]; };  // [quad][cell][input of the quad]
// Multipliers, left and right shifts of the gates; then their biases, cell by cell.
layout(std430, binding = 2) readonly buffer terms_words { uvec4 terms[]; };
layout(std430, binding = 3) writeonly buffer gates_words { uvec4 gates[]; };

layout(constant_id = 3) const bool kWholeWords = false;  // inputs of a position are whole words

layout(push_constant) uniform Push {
  uint positions, tiles;  // tiles of four positions
  uint inputs, cells;
};

const uint kTile = 4;
const uint kBiases = 3;

ivec4 SourceAt(const uint position, const uint quad) {
  const uint first = position * inputs + quad * 4;
  if (kWholeWords) return Integers_source(first / 4, 4, kSigned, 1);
  // Padding of the inputs to whole quads meets weights of 0.
  const uint last = position * inputs + inputs - 1;
  return ivec4(Integer_source(first, kSigned, 1), Integer_source(min(first + 1, last), kSigned, 1),
               Integer_source(min(first + 2, last), kSigned, 1), Integer_source(min(first + 3, last), kSigned, 1));
}

void main() {
  const uint index = FlatInvocation();
  if (index >= tiles * cells) return;
  const uint tile = index / cells;
  const uint cell = index - tile * cells;
  const uint first = tile * kTile;
  ivec4 sums[kTile];
  [[unroll]] for (uint p = 0; p < kTile; ++p) sums[p] = ivec4(terms[kBiases + cell]);
  for (uint quad = 0; quad * 4 < inputs; ++quad) {
    const uvec4 words = weights[quad * cells + cell];
    const ivec4 a = Integers(words.x);
    const ivec4 b = Integers(words.y);
    const ivec4 c = Integers(words.z);
    const ivec4 d = Integers(words.w);
    [[unroll]] for (uint p = 0; p < kTile; ++p) {
      const ivec4 values = SourceAt(min(first + p, positions - 1), quad);
      sums[p] += values.x * a + values.y * b + values.z * c + values.w * d;
    }
  }
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    if (first + p >= positions) break;
    const ivec4 integers = Rescale(sums[p], ivec4(terms[0]), ivec4(terms[1]), ivec4(terms[2]));
    gates[(first + p) * cells + cell] = uvec4(clamp(integers, -0x8000, 0x7FFF));
  }
}
