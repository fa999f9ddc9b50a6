#version 450
// The steps of an LSTM, one after another, of one row of the batch: a workgroup. result {positions, outputs}; gates {positions,
// cells} holds what the input adds to the four gates (lstm_gates.comp), and serves as memory. An invocation has every
// kLanes-th cell, and every kLanes-th output. Variants, as in runtime/opset/families/lstm.h:
//   kCoupled      the input gate is 1 - the forget gate
//   kNormalized   a gate's sum is normalized over the cells before its bias is added
//   kProjected    the output is a matrix times the gated cell state
//   kDiagonal     recurrent weights are the diagonal of a matrix
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

layout(constant_id = 3) const uint kActivation = 4;  // of the cell gate and of the cell state
layout(constant_id = 4) const bool kCoupled = false;
layout(constant_id = 5) const bool kNormalized = false;
layout(constant_id = 6) const bool kProjected = false;
layout(constant_id = 7) const bool kDiagonal = false;

layout(push_constant) uniform Push {
  uint rows;  // of the batch
  uint steps;
  uint cells, outputs;
  uint row_pitch, step_pitch;         // positions from row to row, and from step to step
  uint first;                         // position of the first step of the first row
  float cell_clip, projection_clip;   // bounds of magnitudes; 0: none
};

const uint kLanes = 64;
shared vec4 partial[64];
#include "common/lane_reduction.glsl"
LANE_REDUCTION(SumOfLanes, vec4, ADD, subgroupAdd)

// Keeps a vector of equal values finite, as in TFLite.
const float kNormEpsilon = 1e-8;

uint lane, row;

// What one invocation has written the others may read.
void Sync() {
  memoryBarrierBuffer();
  barrier();
}

// The bound in place of a NaN, as TFLite's kernel has it.
float Clip(const float v, const float bound) {
  if (bound <= 0.0) return v;
  return IsNan(vec4(v)).x ? bound : clamp(v, -bound, bound);
}

vec4 Recur(const uint cell) {
  const uint begin = row * outputs;
  if (kDiagonal) return recurrent[cell] * next_output[begin + cell];
  vec4 sum = vec4(0.0);
  for (uint i = 0; i < outputs; ++i) sum += recurrent[i * cells + cell] * next_output[begin + i];
  return sum;
}

// The sums of all cells for the gates of `which` made to have a mean of 0 and a variance of 1, times the coefficients.
void Normalize(const uint first, const bvec4 which) {
  if (!kNormalized) return;
  vec4 sum = vec4(0.0);
  for (uint cell = lane; cell < cells; cell += kLanes) sum += gates[first + cell];
  const vec4 mean = SumOfLanes(sum, lane, 1, true) / float(cells);
  vec4 squares = vec4(0.0);
  for (uint cell = lane; cell < cells; cell += kLanes) {
    const vec4 centered = gates[first + cell] - mean;
    squares += centered * centered;
  }
  const vec4 scale = 1.0 / sqrt(SumOfLanes(squares, lane, 1, true) / float(cells) + kNormEpsilon);
  for (uint cell = lane; cell < cells; cell += kLanes) {
    const vec4 normal = (gates[first + cell] - mean) * scale * cell_terms[2 * cells + cell];
    gates[first + cell] = mix(gates[first + cell], normal, which);
  }
}

// The output gate looks at the new cell state, the others at the old one.
void SumGates(const uint first) {
  for (uint cell = lane; cell < cells; cell += kLanes) {
    const float state = next_cell[row * cells + cell];
    gates[first + cell] = Finite(gates[first + cell] + Recur(cell)) + cell_terms[cells + cell] * vec4(state, state, 0.0, 0.0);
  }
}

// Leaves in the gates the cell gate's value, third, and the sum of the output gate, last.
void UpdateCells(const uint first) {
  for (uint cell = lane; cell < cells; cell += kLanes) {
    const vec4 sums = gates[first + cell] + cell_terms[cell];
    const vec4 gate = Sigmoid(sums);
    const float candidate = Activate(kActivation, sums.z);
    const float kept = kCoupled ? 1.0 - gate.y : gate.x;
    const float state = Clip(gate.y * next_cell[row * cells + cell] + kept * candidate, cell_clip);
    next_cell[row * cells + cell] = state;
    gates[first + cell] = vec4(0.0, 0.0, candidate, gates[first + cell].w + cell_terms[cells + cell].w * state);
  }
}

float Hidden(const uint first, const uint cell) {
  const vec4 left = gates[first + cell];
  const float gate = Sigmoid(vec4(left.w + cell_terms[cell].w)).x;
  // TFLite's kernel takes NONE as "leave the buffer", which holds the cell gate then, not the cell state.
  const float shown = kActivation == 0 ? left.z : Activate(kActivation, next_cell[row * cells + cell]);
  return gate * shown;
}

void Show(const uint position, const uint index, const float value) {
  next_output[row * outputs + index] = value;
  result[PLACE(result, position * outputs + index, 4)] = value;
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

void Step(const uint position) {
  const uint first = position * cells;
  SumGates(first);
  Normalize(first, bvec4(true, true, true, false));
  UpdateCells(first);
  Normalize(first, bvec4(false, false, false, true));
  Sync();  // all have read the old output state
  if (kProjected) {
    Project(position, first);
  } else {
    for (uint cell = lane; cell < cells; cell += kLanes) Show(position, cell, Hidden(first, cell));
  }
  Sync();
}

void main() {
  lane = gl_LocalInvocationID.x;
  row = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  if (row >= rows) return;
  for (uint i = lane; i < outputs; i += kLanes) next_output[row * outputs + i] = output_state[row * outputs + i];
  for (uint i = lane; i < cells; i += kLanes) next_cell[row * cells + i] = cell_state[row * cells + i];
  Sync();
  for (uint i = 0; i < steps; ++i) Step(first + row * row_pitch + i * step_pitch);
}
