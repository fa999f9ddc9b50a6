#version 450
// Runs the steps of a float LSTM with integer weights in order, one row of the batch per workgroup. The result is {positions,
// outputs}. The tensor gates {positions, cells} holds the input's terms of the four gates, with their biases unless they are
// normalized. It also serves as memory. Each step quantizes the last output and the input of the projection. Variants:
// `kCoupled`: the input gate is 1 - the forget gate.
// `kNormalized`: a gate's sum is normalized over the cells before its bias is added.
// `kProjected`: the output is a matrix times the gated cell state.
// Iterations: Ceil(outputs, 64) + Ceil(cells, 64) + steps * (300 + Ceil(outputs, 64) * 2 + Ceil(cells, 64) * (12 + Ceil(outputs, 4)) + (kProjected ? 200 + Ceil(cells, 64) * 3 + Ceil(outputs, 256) * (3 + Ceil(cells, 4)) : 0))
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/recurrent.glsl"
layout(std430, binding = 0) coherent buffer gates_values { vec4 gates[]; };
// Layout: [quad of outputs][cell][output of the quad], one byte per gate; then [quad of cells][block of outputs][cell of the
// quad].
layout(std430, binding = 1) readonly buffer integer_weights_words { uvec4 quantized_weights[]; };
layout(std430, binding = 2) readonly buffer cell_terms_values { vec4 cell_terms[]; };  // {3, cells}: biases, weights of the
                                                                                       // cell state, coefficients
layout(std430, binding = 3) coherent buffer integers_words { uvec4 integers[]; };        // [row][quad]
layout(std430, binding = 4) readonly buffer output_state_values { float output_state[]; };
layout(std430, binding = 5) readonly buffer cell_state_values { float cell_state[]; };
layout(std430, binding = 6) coherent buffer next_output_values { float next_output[]; };
layout(std430, binding = 7) buffer next_cell_values { float next_cell[]; };
#include "common/binding_rows.glsl"
layout(std430, binding = 8) writeonly buffer result_values { float result[]; };
DECLARE_ROWS(8, result)

layout(local_size_x = 64) in;

layout(constant_id = 3) const uint kActivation = 4;  // function of the cell gate and of the cell state
layout(constant_id = 4) const bool kCoupled = false;
layout(constant_id = 5) const bool kNormalized = false;
layout(constant_id = 6) const bool kProjected = false;
layout(constant_id = 7) const bool kAsymmetric = false;

layout(push_constant) uniform Push {
  uint rows;  // rows of the batch
  uint steps;
  uint cells, outputs;
  uint row_pitch, step_pitch;        // positions from row to row, and from step to step
  uint first;                        // position of the first step of the first row
  float cell_clip, projection_clip;  // bounds of magnitudes; 0: none
  // Scales of the gates' recurrent weights and of the projection's weights.
  float input_scale, forget_scale, candidate_scale, output_scale, projection_scale;
  uint quads;  // quads of a row of `integers`
};
#include "recurrent/lstm_cells.glsl"

// Source code for VectorAt: the last output. Other codes are offsets of hidden states in the gates.
const uint kOutput = 0xFFFFFFFF;
float VectorAt(const uint source, const uint index) {
  return source == kOutput ? next_output[row * outputs + index] : gates[source + index].x;
}
#include "recurrent/quantized_vector.glsl"

float output_step;  // scale of the quantized last output

void PrepareOutput() { output_step = QuantizeVector(kOutput, outputs, row * quads, kAsymmetric); }

vec4 Recur(const uint cell) {
  precise const vec4 multiplier = output_step * vec4(input_scale, forget_scale, candidate_scale, output_scale);
  precise const vec4 product = FloatsOf(ProductOfVector(row * quads, (outputs + 3) / 4, cell, cells)) * multiplier;
  return product;
}

// Biases of the projection follow the other terms of the cells, four at a time.
void Project(const uint position, const uint first) {
  for (uint cell = lane; cell < cells; cell += kLanes) gates[first + cell].x = Hidden(first, cell);
  Sync();
  precise const float multiplier = QuantizeVector(first, cells, row * quads, kAsymmetric) * projection_scale;
  const uint blocks = (outputs + 3) / 4;
  for (uint block = lane; block < blocks; block += kLanes) {
    const ivec4 products = ProductOfVector(row * quads, (cells + 3) / 4, blocks * cells + block, blocks);
    precise const vec4 sum = cell_terms[3 * cells + block] + FloatsOf(products) * multiplier;
    const uint index = block * 4;
    Show(position, index, Clip(sum.x, projection_clip));
    if (index + 1 < outputs) Show(position, index + 1, Clip(sum.y, projection_clip));
    if (index + 2 < outputs) Show(position, index + 2, Clip(sum.z, projection_clip));
    if (index + 3 < outputs) Show(position, index + 3, Clip(sum.w, projection_clip));
  }
}
