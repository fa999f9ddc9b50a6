#version 450
// A step of SVDF. Each filter answers source {batch, inputs} with one number, which joins its last `memory` answers in the
// state {batch, filters, memory}, the newest at the end; a unit adds up what `rank` filters make of their answers with
// their weights over time: result {batch, units}. One invocation computes one unit of one row of the batch.
// Iterations: rank * (5 + memory + inputs)
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/flat.glsl"
#include "common/recurrent.glsl"
#include "common/binding_rows.glsl"
layout(std430, binding = 0) readonly buffer source_values { float source[]; };
DECLARE_ROWS(0, source)
layout(std430, binding = 1) readonly buffer feature_weights_values { float feature_weights[]; };
layout(std430, binding = 2) readonly buffer time_weights_values { float time_weights[]; };
layout(std430, binding = 3) readonly buffer bias_values { float bias[]; };
layout(std430, binding = 4) readonly buffer state_values { float state[]; };
layout(std430, binding = 5) writeonly buffer next_values { float next[]; };
layout(std430, binding = 6) writeonly buffer result_values { float result[]; };
DECLARE_ROWS(6, result)

layout(constant_id = 3) const uint kActivation = 0;
layout(constant_id = 4) const bool kHasBias = false;

layout(push_constant) uniform Push {
  uint total;  // batch times units
  uint inputs, units, rank, memory;
};

// What a filter adds to its unit.
float Filter(const uint row, const uint filter_index) {
  const uint last = memory - 1;
  const uint begin = (row * units * rank + filter_index) * memory;
  float sum = 0.0;
  for (uint age = 0; age < last; ++age) {
    const float answer = state[begin + age + 1];
    next[begin + age] = answer;
    sum += time_weights[filter_index * memory + age] * answer;
  }
  float answer = 0.0;
  for (uint i = 0; i < inputs; ++i) {
    answer += feature_weights[filter_index * inputs + i] * source[PLACE(source, row * inputs + i, 4)];
  }
  next[begin + last] = answer;
  return sum + time_weights[filter_index * memory + last] * answer;
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint row = index / units;
  const uint unit = index - row * units;
  float sum = kHasBias ? bias[unit] : 0.0;
  for (uint i = 0; i < rank; ++i) sum += Filter(row, unit * rank + i);
  result[PLACE(result, index, 4)] = Activate(kActivation, sum);
}
