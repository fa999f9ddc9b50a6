#version 450
// First half of a step of LSTM's basic kernel for uint8, bit for bit as TFLite's reference kernels. Places the input and the
// last activation side by side in joined {batch, columns}. Then computes the int16 tensor sums {batch, lines} = rescaled(bias +
// weights {lines, columns} * joined). Activations have the zero point 128. One invocation writes four neighbours of both
// results.
// Iterations: 8 + 4 * columns
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/flat.glsl"
#include "common/quantized_values.glsl"
#include "common/requantize.glsl"
READ_INTEGERS(0, source)
READ_INTEGERS(1, activation)
READ_INTEGERS(2, weights)
READ_INTEGERS(3, bias)
WRITE_INTEGERS(4, joined)
WRITE_INTEGERS(5, sums)

layout(push_constant) uniform Push {
  uint joined_elements, sum_elements;
  uint total;            // groups of four of the larger result
  uint inputs, columns;  // values of a row of `joined`
  uint lines;
  int zero_point;  // zero point of the weights
  int multiplier, left, right;
};

const int kMiddle = 128;

int JoinedAt(const uint row, const uint column) {
  if (column < inputs) return Integer_source(row * inputs + column, kUnsigned, 1);
  return Integer_activation(row * (columns - inputs) + column - inputs, kUnsigned, 1);
}

int Joined(const uint element) {
  const uint at = min(element, joined_elements - 1);
  const uint row = at / columns;
  return JoinedAt(row, at - row * columns);
}

int Sum(const uint element) {
  const uint at = min(element, sum_elements - 1);
  const uint row = at / lines;
  const uint line = at - row * lines;
  int sum = Integer_bias(line, kSigned, 4);
  for (uint column = 0; column < columns; ++column) {
    sum += (JoinedAt(row, column) - kMiddle) * (Integer_weights(line * columns + column, kUnsigned, 1) - zero_point);
  }
  return sum;
}

// Rounds twice towards plus infinity: TFLite computes this matrix multiplication with another library than its layers'.
ivec4 Rescaled(const ivec4 value) {
  const ivec4 product = Rescale(value, ivec4(multiplier), ivec4(left), ivec4(0));
  return right == 0 ? product : (product >> right) + ((product >> (right - 1)) & 1);
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint first = index * 4;
  if (first < joined_elements) {
    const ivec4 integers = ivec4(Joined(first), Joined(first + 1), Joined(first + 2), Joined(first + 3));
    StoreIntegers_joined(index, min(joined_elements - first, 4), 1, integers);
  }
  if (first < sum_elements) {
    const ivec4 integers = Rescaled(ivec4(Sum(first), Sum(first + 1), Sum(first + 2), Sum(first + 3)));
    StoreIntegers_sums(index, min(sum_elements - first, 4), 2, clamp(integers, -0x8000, 0x7FFF));
  }
}
