#version 450
// One step of LSTM's basic kernel (runtime/opset/recurrent/basic_lstm.h). Computes sums = weights * joined + bias, with `joined`
// the input and the last activation side by side. Then, for each cell:
// `state` = sigmoid(sums[input gate]) * tanh(sums[candidate]) + sigmoid(sums[forget gate]) * last state;
// `activation` = sigmoid(sums[output gate]) * tanh(state).
// One invocation computes one cell of one row of the batch.
// Iterations: 4 * (2 + columns)
#extension GL_GOOGLE_include_directive : require
#include "common/flat.glsl"
#include "common/recurrent.glsl"
layout(std430, binding = 0) readonly buffer joined_values { float joined[]; };      // {batch, columns}
layout(std430, binding = 1) readonly buffer weights_values { float weights[]; };    // {4, cells, columns}
layout(std430, binding = 2) readonly buffer bias_values { float bias[]; };          // {4, cells}
layout(std430, binding = 3) readonly buffer last_state_values { float last_state[]; };
layout(std430, binding = 4) writeonly buffer activation_values { float activation[]; };
layout(std430, binding = 5) writeonly buffer state_values { float state[]; };
layout(std430, binding = 6) writeonly buffer sums_values { float sums[]; };         // {batch, 4, cells}

layout(push_constant) uniform Push {
  uint total;  // batch times cells
  uint columns, cells;
};

float Sum(const uint row, const uint quarter, const uint cell) {
  const uint line = quarter * cells + cell;
  float sum = bias[line];
  for (uint i = 0; i < columns; ++i) sum += weights[line * columns + i] * joined[row * columns + i];
  const float finite = Finite(vec4(sum)).x;
  sums[row * 4 * cells + line] = finite;
  return finite;
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint row = index / cells;
  const uint cell = index - row * cells;
  const float input_gate = Sum(row, 0, cell);
  const float candidate = Activate(kActTanh, Sum(row, 1, cell));
  const float forget_gate = Sum(row, 2, cell);
  const float output_gate = Sum(row, 3, cell);
  const vec4 gates = Sigmoid(vec4(input_gate, forget_gate, output_gate, 0.0));
  const float next = gates.x * candidate + gates.y * last_state[index];
  state[index] = next;
  activation[index] = gates.z * Activate(kActTanh, next);
}
