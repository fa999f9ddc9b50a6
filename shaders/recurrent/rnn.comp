#version 450
// One step of a recurrent layer: next = activation(input_weights * source + recurrent_weights * state + bias). The result is a
// copy of `next`. Shapes: source {batch, inputs}, state and result {batch, units}. One invocation computes one unit of one row
// of the batch.
// Iterations: 4 + inputs + units
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/flat.glsl"
#include "common/recurrent.glsl"
#include "common/binding_rows.glsl"
layout(std430, binding = 0) readonly buffer source_values { float source[]; };
DECLARE_ROWS(0, source)
layout(std430, binding = 1) readonly buffer input_weights_values { float input_weights[]; };
layout(std430, binding = 2) readonly buffer recurrent_weights_values { float recurrent_weights[]; };
layout(std430, binding = 3) readonly buffer bias_values { float bias[]; };
layout(std430, binding = 4) readonly buffer state_values { float state[]; };
layout(std430, binding = 5) writeonly buffer next_values { float next[]; };
layout(std430, binding = 6) writeonly buffer result_values { float result[]; };
DECLARE_ROWS(6, result)

layout(constant_id = 3) const uint kActivation = 0;

layout(push_constant) uniform Push {
  uint total;  // batch times units
  uint inputs, units;
};

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint row = index / units;
  const uint unit = index - row * units;
  float sum = bias[unit];
  for (uint i = 0; i < inputs; ++i) sum += input_weights[unit * inputs + i] * source[OFFSET(source, row * inputs + i, 4)];
  for (uint i = 0; i < units; ++i) sum += recurrent_weights[unit * units + i] * state[row * units + i];
  const float value = Activate(kActivation, sum);
  next[index] = value;
  result[OFFSET(result, index, 4)] = value;
}
