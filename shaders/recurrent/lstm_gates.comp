#version 450
// Computes the input's terms of the gates of an LSTM. Computes gates {positions, cells} = weights {inputs, cells} times source
// {positions, inputs}. Elements of gates and weights are four values (input, forget, cell and output gate). One invocation
// computes the gates of one cell.
// Iterations: inputs
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/flat.glsl"
#include "common/binding_rows.glsl"
#include "common/non_finite.glsl"
layout(std430, binding = 0) readonly buffer source_values { float source[]; };
DECLARE_ROWS(0, source)
layout(std430, binding = 1) readonly buffer weights_values { vec4 weights[]; };
layout(std430, binding = 2) writeonly buffer gates_values { vec4 gates[]; };

layout(push_constant) uniform Push {
  uint total;  // positions times cells
  uint inputs, cells;
};

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint position = index / cells;
  const uint cell = index - position * cells;
  vec4 sum = vec4(0.0);
  for (uint i = 0; i < inputs; ++i) sum += weights[i * cells + cell] * source[OFFSET(source, position * inputs + i, 4)];
  gates[index] = Finite(sum);
}
