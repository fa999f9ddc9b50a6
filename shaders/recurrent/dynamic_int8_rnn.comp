#version 450
// Runs the steps of a float recurrent layer with integer weights in order, one row of the batch per workgroup. At each position
// result = activation(sums + recurrent weights * previous result). The previous result is quantized first. The tensor sums
// {positions, units} holds the biases and the inputs' terms. The state precedes the first result, and the last result is the
// next state. An invocation computes every 64th block of four units.
// Iterations: Ceil(units, 64) + steps * (200 + Ceil(units, 64) * 2 + Ceil(units, 256) * (5 + Ceil(units, 4)))
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/recurrent.glsl"
#include "common/binding_rows.glsl"
layout(std430, binding = 0) readonly buffer sums_values { float sums[]; };
layout(std430, binding = 1) readonly buffer integer_weights_words { uvec4 quantized_weights[]; };
layout(std430, binding = 2) readonly buffer state_values { float state[]; };
layout(std430, binding = 3) coherent buffer integers_words { uvec4 integers[]; };  // [row][quad]
layout(std430, binding = 4) coherent buffer next_values { float next[]; };
layout(std430, binding = 5) writeonly buffer result_values { float result[]; };
DECLARE_ROWS(5, result)

layout(local_size_x = 64) in;

layout(constant_id = 3) const uint kActivation = 0;
layout(constant_id = 4) const bool kAsymmetric = false;

layout(push_constant) uniform Push {
  uint rows;  // rows of the batch
  uint steps;
  uint units;
  uint row_pitch, step_pitch;  // positions from row to row, and from step to step
  uint first;                  // position of the first step of the first row
  float weight_scale;          // scale of the recurrent weights
};

const uint kLanes = 64;

// Returns a value of `next`; `source` is the offset of the row's units.
float VectorAt(const uint source, const uint index) { return next[source + index]; }
#include "recurrent/quantized_vector.glsl"

void Show(const uint row, const uint position, const uint unit, const float value) {
  if (unit >= units) return;
  next[row * units + unit] = value;
  result[OFFSET(result, position * units + unit, 4)] = value;
}

vec4 SumsAt(const uint offset, const uint unit) {
  const uint last = units - 1;
  return vec4(sums[offset + unit], sums[offset + min(unit + 1, last)], sums[offset + min(unit + 2, last)],
              sums[offset + min(unit + 3, last)]);
}

void main() {
  const uint lane = gl_LocalInvocationID.x;
  const uint row = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  if (row >= rows) return;
  const uint quads = (units + 3) / 4;
  for (uint unit = lane; unit < units; unit += kLanes) next[row * units + unit] = state[row * units + unit];
  memoryBarrierBuffer();
  barrier();
  for (uint i = 0; i < steps; ++i) {
    const uint position = first + row * row_pitch + i * step_pitch;
    const float scale = QuantizeVector(row * units, units, row * quads, kAsymmetric);
    precise const float multiplier = scale * weight_scale;
    for (uint block = lane; block < quads; block += kLanes) {
      const ivec4 products = ProductOfVector(row * quads, quads, block, quads);
      precise const vec4 sum = SumsAt(position * units, block * 4) + FloatsOf(products) * multiplier;
      const vec4 value = Activate(kActivation, sum);
      Show(row, position, block * 4, value.x);
      Show(row, position, block * 4 + 1, value.y);
      Show(row, position, block * 4 + 2, value.z);
      Show(row, position, block * 4 + 3, value.w);
    }
    // Make the writes of each invocation visible to the others.
    memoryBarrierBuffer();
    barrier();
  }
}
