// Runs the steps of an LSTM in order for one row of the batch, in one workgroup. Used by lstm_steps.comp and
// dynamic_int8_lstm_steps.comp, which declare the bindings and constants. An invocation computes every kLanes-th cell and every
// kLanes-th output.
const uint kLanes = 64;
shared vec4 partial[64];
#include "common/lane_reduction.glsl"
LANE_REDUCTION(SumOfLanes, vec4, ADD, subgroupAdd)

// Prepares the last output for Recur.
void PrepareOutput();
// Returns the terms that the last output adds to the gates of a cell.
vec4 Recur(const uint cell);
// Projects all hidden states and stores the outputs with Show.
void Project(const uint position, const uint first);

// Keeps a vector of equal values finite, as in TFLite.
const float kNormEpsilon = 1e-8;

uint lane, row;

// Makes the writes of each invocation visible to the others.
void Sync() {
  memoryBarrierBuffer();
  barrier();
}

// Clamps v to +-bound. A NaN becomes the bound, as in TFLite's kernel.
float Clip(const float v, const float bound) {
  if (bound <= 0.0) return v;
  return IsNan(vec4(v)).x ? bound : clamp(v, -bound, bound);
}

// Normalizes the sums of the gates in `which` over all cells to mean 0 and variance 1, then multiplies by the coefficients.
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

// Adds the recurrent and peephole terms. The output gate uses the new cell state and is completed later; the others use the old
// one.
void SumGates(const uint first) {
  for (uint cell = lane; cell < cells; cell += kLanes) {
    const float state = next_cell[row * cells + cell];
    gates[first + cell] = Finite(gates[first + cell] + Recur(cell)) + cell_terms[cells + cell] * vec4(state, state, 0.0, 0.0);
  }
}

// Updates the cell states. Leaves the cell gate's value in component z of the gates, and the output gate's sum in w.
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
  // TFLite's kernel takes NONE as "leave the buffer", which then holds the cell gate, not the cell state.
  const float shown = kActivation == 0 ? left.z : Activate(kActivation, next_cell[row * cells + cell]);
  return gate * shown;
}

void Show(const uint position, const uint index, const float value) {
  next_output[row * outputs + index] = value;
  result[OFFSET(result, position * outputs + index, 4)] = value;
}

void Step(const uint position) {
  const uint first = position * cells;
  PrepareOutput();
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
