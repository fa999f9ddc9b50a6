#version 450
// Runs the steps of a recurrent layer in order, one row of the batch per workgroup. At each position result =
// activation(input_weights * source + recurrent_weights * previous result + bias). The state precedes the first result, and the
// last result is the next state. Shapes: source {positions, inputs}, result {positions, units}. An invocation computes every
// kLanes-th unit.
// Iterations: steps * (3 + Ceil(units, 64) * (5 + inputs + units))
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/recurrent.glsl"
#include "common/binding_rows.glsl"
layout(std430, binding = 0) readonly buffer source_values { float source[]; };
DECLARE_ROWS(0, source)
layout(std430, binding = 1) readonly buffer input_weights_values { float input_weights[]; };
layout(std430, binding = 2) readonly buffer recurrent_weights_values { float recurrent_weights[]; };
layout(std430, binding = 3) readonly buffer bias_values { float bias[]; };
layout(std430, binding = 4) readonly buffer state_values { float state[]; };
layout(std430, binding = 5) writeonly buffer next_values { float next[]; };
layout(std430, binding = 6) coherent buffer result_values { float result[]; };
DECLARE_ROWS(6, result)

layout(local_size_x = 64) in;

layout(constant_id = 3) const uint kActivation = 0;

layout(push_constant) uniform Push {
  uint rows;  // rows of the batch
  uint steps;
  uint inputs, units;
  uint row_pitch, step_pitch;  // positions from row to row, and from step to step
  uint first;                  // position of the first step of the first row
};

const uint kLanes = 64;

float SumOf(const uint position, const uint unit) {
  float sum = bias[unit];
  for (uint i = 0; i < inputs; ++i) {
    sum += input_weights[unit * inputs + i] * source[OFFSET(source, position * inputs + i, 4)];
  }
  return sum;
}

void main() {
  const uint row = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  if (row >= rows) return;
  for (uint i = 0; i < steps; ++i) {
    const uint position = first + row * row_pitch + i * step_pitch;
    const uint before = (position - step_pitch) * units;
    for (uint unit = gl_LocalInvocationID.x; unit < units; unit += kLanes) {
      float sum = SumOf(position, unit);
      for (uint j = 0; j < units; ++j) {
        const float last = i == 0 ? state[row * units + j] : result[OFFSET(result, before + j, 4)];
        sum += recurrent_weights[unit * units + j] * last;
      }
      const float value = Activate(kActivation, sum);
      result[OFFSET(result, position * units + unit, 4)] = value;
      if (i == steps - 1) next[row * units + unit] = value;
    }
    // Make the writes of each invocation visible to the others.
    memoryBarrierBuffer();
    barrier();
  }
}
