// The steps of an LSTM, one after another, of one row of the batch: what a workgroup does in lstm_steps.comp and in
// hybrid_lstm_steps.comp, which declare the bindings and constants. An invocation has every kLanes-th cell, and every kLanes-th
// output.
const uint kLanes = 64;
shared vec4 partial[64];
#include "common/lane_reduction.glsl"
LANE_REDUCTION(SumOfLanes, vec4, ADD, subgroupAdd)

// Makes the last output what Recur takes.
void PrepareOutput();
// What the last output adds to the gates of a cell.
vec4 Recur(const uint cell);
// Shows the products of the projection and all hidden states.
void Project(const uint position, const uint first);

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
