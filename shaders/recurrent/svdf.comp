#version 450
// One step of SVDF. Each filter maps source {batch, inputs} to one number. The number is appended to the filter's last `memory`
// answers in the state {batch, filters, memory}, the newest at the end. A unit adds up the products of `rank` filters' answers
// and their weights over time: result {batch, units}.
//
// One invocation computes one unit of one row of the batch. If the filters' answers come from an integer matrix multiplication,
// sums equal those of TFLite's hybrid kernel bit for bit.
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
layout(constant_id = 5) const bool kAnswered = false;  // the source holds the filters' answers: {batch, filters}

layout(push_constant) uniform Push {
  uint total;  // batch times units
  uint inputs, units, rank, memory;
};

float Answer(const uint row, const uint filter_index) {
  if (kAnswered) return source[row * units * rank + filter_index];
  float answer = 0.0;
  for (uint i = 0; i < inputs; ++i) {
    answer += feature_weights[filter_index * inputs + i] * source[OFFSET(source, row * inputs + i, 4)];
  }
  return answer;
}

// Returns the term that a filter adds to its unit. As in TFLite, four sums run side by side, and the rest follows.
float Filter(const uint row, const uint filter_index) {
  const uint begin = (row * units * rank + filter_index) * memory;
  const uint weights = filter_index * memory;
  const uint whole = memory / 4 * 4;
  const float newest = Answer(row, filter_index);
  precise vec4 sums = vec4(0.0);
  precise float rest = 0.0;
  for (uint age = 0; age < memory; ++age) {
    const float answer = age + 1 < memory ? state[begin + age + 1] : newest;
    next[begin + age] = answer;
    precise const float product = time_weights[weights + age] * answer;
    if (age == whole) rest = sums.x + sums.y + sums.z + sums.w;
    if (age >= whole) {
      rest += product;
    } else {
      sums = vec4(sums.yzw, sums.x + product);
    }
  }
  precise const float all = sums.x + sums.y + sums.z + sums.w;
  return whole == memory ? all : rest;
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint row = index / units;
  const uint unit = index - row * units;
  precise float sum = 0.0;
  for (uint i = 0; i < rank; ++i) sum += Filter(row, unit * rank + i);
  if (kHasBias) sum += bias[unit];
  result[OFFSET(result, index, 4)] = Activate(kActivation, sum);
}
