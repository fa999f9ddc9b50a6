#version 450
// Computes the next state of int8 SVDF, bit for bit as TFLite's reference kernels. Each filter maps source {batch, inputs} to
// one number. The number is appended to its last `memory` answers in the int16 state {batch, filters, memory}, the newest at
// the end. One invocation writes four neighbours of the state.
// Iterations: 4 * inputs
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/flat.glsl"
#include "common/quantized_values.glsl"
#include "common/requantize.glsl"
READ_INTEGERS(0, source)
READ_INTEGERS(1, weights)
READ_INTEGERS(2, state)
// Zero point of the source; then multiplier, left and right shift of an answer.
layout(std430, binding = 3) readonly buffer integers_words { uvec4 integers[]; };
WRITE_INTEGERS(4, next)

layout(constant_id = 3) const bool kWholeWords = false;  // rows of inputs are whole words

layout(push_constant) uniform Push {
  uint elements;  // elements of the state
  uint total;     // groups of four elements
  uint inputs, filters, memory;
};

int Answer(const uint row, const uint filter_index) {
  const int zero_point = int(integers[0].x);
  const uint first = row * inputs;
  const uint first_weight = filter_index * inputs;
  ivec4 sums = ivec4(0);
  if (kWholeWords) {
    for (uint word = 0; word < inputs / 4; ++word) {
      sums += (Integers_source(first / 4 + word, 4, kSigned, 1) - zero_point) *
              Integers_weights(first_weight / 4 + word, 4, kSigned, 1);
    }
  } else {
    for (uint i = 0; i < inputs; ++i) {
      sums.x += (Integer_source(first + i, kSigned, 1) - zero_point) * Integer_weights(first_weight + i, kSigned, 1);
    }
  }
  const ivec4 scale = ivec4(integers[0]);
  const ivec4 sum = ivec4(sums.x + sums.y + sums.z + sums.w);
  return clamp(Rescale(sum, ivec4(scale.y), ivec4(scale.z), ivec4(scale.w)).x, -0x8000, 0x7FFF);
}

int Next(const uint element) {
  const uint vector = element / memory;
  if (element - vector * memory + 1 < memory) return Integer_state(element + 1, kSigned, 2);
  const uint row = vector / filters;
  return Answer(row, vector - row * filters);
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint first = index * 4;
  const uint last = elements - 1;
  const ivec4 answers =
      ivec4(Next(first), Next(min(first + 1, last)), Next(min(first + 2, last)), Next(min(first + 3, last)));
  StoreIntegers_next(index, min(elements - first, 4), 2, answers);
}
