#version 450
// Runs the steps of an LSTM in order, one row of the batch per workgroup. The result is {positions, outputs}. The tensor gates
// {positions, cells} holds the input's terms of the four gates (lstm_gates.comp), and serves as memory. An invocation has every
// kLanes-th cell and every kLanes-th output. Variants, as in runtime/opset/recurrent/lstm.h:
// `kCoupled`: the input gate is 1 - the forget gate.
// `kNormalized`: a gate's sum is normalized over the cells before its bias is added.
// `kProjected`: the output is a matrix times the gated cell state.
// `kDiagonal`: recurrent weights are the diagonal of a matrix.
// Iterations: Ceil(outputs, 64) + Ceil(cells, 64) + steps * (96 + Ceil(cells, 64) * (11 + (kDiagonal ? 0 : outputs)) + (kProjected ? Ceil(outputs, 64) * (3 + cells) : 0))
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/recurrent.glsl"
layout(std430, binding = 0) coherent buffer gates_values { vec4 gates[]; };
layout(std430, binding = 1) readonly buffer recurrent_values { vec4 recurrent[]; };    // {outputs, cells}, or {cells}
layout(std430, binding = 2) readonly buffer cell_terms_values { vec4 cell_terms[]; };  // {3, cells}: biases, weights of the
                                                                                       // cell state, coefficients
layout(std430, binding = 3) readonly buffer projection_values { float projection[]; };  // {cells + 1, outputs}, the bias last
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
layout(constant_id = 7) const bool kDiagonal = false;

layout(push_constant) uniform Push {
  uint rows;  // rows of the batch
  uint steps;
  uint cells, outputs;
  uint row_pitch, step_pitch;         // positions from row to row, and from step to step
  uint first;                         // position of the first step of the first row
  float cell_clip, projection_clip;   // bounds of magnitudes; 0: none
};

#include "recurrent/lstm_cells.glsl"

void PrepareOutput() {}

vec4 Recur(const uint cell) {
  const uint begin = row * outputs;
  if (kDiagonal) return recurrent[cell] * next_output[begin + cell];
  vec4 sum = vec4(0.0);
  for (uint i = 0; i < outputs; ++i) sum += recurrent[i * cells + cell] * next_output[begin + i];
  return sum;
}

void Project(const uint position, const uint first) {
  for (uint cell = lane; cell < cells; cell += kLanes) gates[first + cell].x = Hidden(first, cell);
  Sync();
  for (uint index = lane; index < outputs; index += kLanes) {
    float sum = projection[cells * outputs + index];
    for (uint cell = 0; cell < cells; ++cell) sum += projection[cell * outputs + index] * gates[first + cell].x;
    Show(position, index, Clip(sum, projection_clip));
  }
}
