#version 450
// Runs the steps of an int8 LSTM in order, one row of the batch per workgroup, bit for bit as TFLite's reference kernels
// (kernels_ref/recurrent/int16_gates_lstm.cc). The tensor gates {positions, cells} holds the input's terms of the four gates
// (int16_gates_lstm_sums.comp), and serves as memory. An invocation has every kLanes-th cell. Results and states are words of
// `memory`, which narrow_integers.comp converts to tensors. Variants, as in runtime/opset/recurrent/lstm.h:
// `kCoupled`: the input gate is 1 - the forget gate.
// `kPeephole`: the cell state adds to the gates.
// `kNormalized`: a gate's sums are normalized over the cells.
// `kProjected`: the output is a matrix times the gated cell state.
// Iterations: Ceil(outputs, 64) + Ceil(cells, 64) + steps * (300 + Ceil(cells, 64) * (20 + Ceil(outputs, 4)) + (kProjected ? Ceil(outputs, 256) * (9 + Ceil(cells, 4)) : 0))
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/packed_int8.glsl"
#include "common/quantized_values.glsl"
#include "common/int64.glsl"
#include "common/fixed_point.glsl"
#include "common/requantize.glsl"
#include "recurrent/gates16.glsl"
layout(std430, binding = 0) coherent buffer gates_words { uvec4 gates[]; };
// Layout: [quad][cell][output of the quad], one byte per gate; then the projection's: [quad of cells][block of outputs][cell of
// the quad].
layout(std430, binding = 1) readonly buffer weights_words { uvec4 weights[]; };
// Constants at the indices that kOfState and the following name. Then, by cell: weights of the cell state, weights of the
// norms, and biases of the norms. Then biases of the projection, four at a time.
layout(std430, binding = 2) readonly buffer terms_words { uvec4 terms[]; };
READ_INTEGERS(3, output_state)
READ_INTEGERS(4, cell_state)
// Output and hidden values without zero points, then cell states, for each row; then results by position.
layout(std430, binding = 5) coherent buffer memory_words { int memory[]; };

layout(local_size_x = 64) in;

layout(constant_id = 3) const bool kCoupled = false;
layout(constant_id = 4) const bool kPeephole = false;
layout(constant_id = 5) const bool kNormalized = false;
layout(constant_id = 6) const bool kProjected = false;
layout(constant_id = 7) const int kCellBits = 4;  // integer bits of the cell state, -15 to 15

layout(push_constant) uniform Push {
  uint rows;  // rows of the batch
  uint steps;
  uint cells, outputs;
  uint row_pitch, step_pitch;  // positions from row to row, and from step to step
  uint first;                  // position of the first step of the first row; 0: states come from the inputs
};

const uint kLanes = 64;
// Indices in `terms`. `kOfState`, `kOfCell` and `kOfNorm`: multipliers, left and right shifts of the gates, one entry each.
// `kLeastVariance`: the least variances. `kOfHidden` and `kOfProjection`: multiplier, shifts and zero point. `kBounds`: the
// clips of the cell and the projection, and the zero point of the output state.
const uint kOfState = 0;
const uint kOfCell = 3;
const uint kOfNorm = 6;
const uint kLeastVariance = 9;
const uint kOfHidden = 10;
const uint kOfProjection = 11;
const uint kBounds = 12;
const uint kCellTerms = 13;

uint lane, row;
uint state_at, hidden_at, cell_at, results_at;  // offsets in `memory`

// Makes the writes of each invocation visible to the others.
void Sync() {
  memoryBarrierBuffer();
  barrier();
}

ivec4 RescaledBy(const ivec4 value, const uint multiplier) {
  return Rescale(value, ivec4(terms[multiplier]), ivec4(terms[multiplier + 1]), ivec4(terms[multiplier + 2]));
}
int RescaledByOne(const int value, const uint multiplier) {
  const ivec4 one = ivec4(terms[multiplier]);
  return Rescale(ivec4(value), ivec4(one.x), ivec4(one.y), ivec4(one.z)).x;
}

ivec4 AddSaturated(const ivec4 sums, const ivec4 more) { return Saturate16(sums + clamp(more, -0x20000, 0x20000)); }
// Clamps twice: the sum of a value beyond 512 and a zero point saturates anyway.
int Saturate8(const int value, const int zero_point) { return clamp(clamp(value, -512, 512) + zero_point, -0x80, 0x7F); }

// Multiplies a vector in memory by four columns of weights.
ivec4 Product(const uint integers_at, const uint size, const uint first_weight, const uint blocks) {
  ivec4 sum = ivec4(0);
  for (uint quad = 0; quad * 4 < size; ++quad) {
    const uvec4 words = weights[first_weight + quad * blocks];
    const uint at = integers_at + quad * 4;
    sum += memory[at] * Integers(words.x) + memory[at + 1] * Integers(words.y) + memory[at + 2] * Integers(words.z) +
           memory[at + 3] * Integers(words.w);
  }
  return sum;
}

// Adds the peephole terms of the cell state to the gates of `which`.
ivec4 Peep(const uint cell, const ivec4 sums, const bvec4 which) {
  if (!kPeephole) return sums;
  const ivec4 products = ivec4(terms[kCellTerms + cell]) * memory[cell_at + cell];
  return mix(sums, AddSaturated(sums, RescaledBy(products, kOfCell)), which);
}

shared ivec4 sums_of_lanes[kLanes];
shared uvec4 low_of_lanes[kLanes], high_of_lanes[kLanes];
shared int means[4], mantissas[4], exponents[4];

int Component(const ivec4 v, const uint at) { return at == 0 ? v.x : at == 1 ? v.y : at == 2 ? v.z : v.w; }
uint Component(const uvec4 v, const uint at) { return uint(Component(ivec4(v), at)); }

uvec2 Divide(const uvec2 l, const uint r) {
  const uvec2 quotient = DivideUnsigned64(Magnitude64(l), uvec2(r, 0)).quotient;
  return IsNegative64(l) ? Negate64(quotient) : quotient;
}
uvec2 Widened(const int v) { return uvec2(uint(v), v < 0 ? 0xFFFFFFFF : 0); }

// Finds the mean of a gate's sums and 1 / the root of their variance, as TFLite does, in steps of 1/1024.
void FindMoments(const uint gate) {
  const uint kSteps = 1024;
  const uvec2 sum = Widened(Component(sums_of_lanes[0], gate));
  const uvec2 squares = uvec2(Component(low_of_lanes[0], gate), Component(high_of_lanes[0], gate));
  const uvec2 mean = Divide(ShiftLeft64(sum, 10), cells);
  const uvec2 variance = Sub64(Mul64(squares, uvec2(kSteps * kSteps / cells, 0)), Mul64(Widened(int(mean.x)), Widened(int(mean.x))));
  const int whole = int(Divide(variance, kSteps * kSteps).x);
  const ScaledMantissa root = InverseRootOf(whole < 1 ? Component(ivec4(terms[kLeastVariance]), gate) : whole);
  means[gate] = int(mean.x);
  mantissas[gate] = root.mantissa;
  exponents[gate] = root.exponent;
}

void AddUpLanes() {
  for (uint reach = kLanes / 2; reach > 0; reach /= 2) {
    barrier();
    if (lane < reach) {
      uvec4 carry;
      sums_of_lanes[lane] += sums_of_lanes[lane + reach];
      low_of_lanes[lane] = uaddCarry(low_of_lanes[lane], low_of_lanes[lane + reach], carry);
      high_of_lanes[lane] += high_of_lanes[lane + reach] + carry;
    }
  }
  barrier();
}

// Divides a sum by 1024, ties away from zero.
ivec4 InSteps(const ivec4 v) {
  const ivec4 size = ivec4((uvec4(abs(v)) + 512) >> 10);
  return mix(size, -size, lessThan(v, ivec4(0)));
}

// Normalizes the sums of the gates in `which` over all cells.
void Normalize(const uint begin, const bvec4 which) {
  if (!kNormalized) return;
  ivec4 sum = ivec4(0);
  uvec4 low = uvec4(0);
  uvec4 high = uvec4(0);
  for (uint cell = lane; cell < cells; cell += kLanes) {
    const ivec4 value = ivec4(gates[begin + cell]);
    uvec4 carry;
    sum += value;
    low = uaddCarry(low, uvec4(value * value), carry);
    high += carry;
  }
  sums_of_lanes[lane] = sum;
  low_of_lanes[lane] = low;
  high_of_lanes[lane] = high;
  AddUpLanes();
  if (lane < 4) FindMoments(lane);
  barrier();
  const ivec4 mean = ivec4(means[0], means[1], means[2], means[3]);
  const ivec4 mantissa = ivec4(mantissas[0], mantissas[1], mantissas[2], mantissas[3]);
  const ivec4 exponent = ivec4(exponents[0], exponents[1], exponents[2], exponents[3]);
  for (uint cell = lane; cell < cells; cell += kLanes) {
    const ivec4 sums = ivec4(gates[begin + cell]);
    const ivec4 normal = Rescale(1024 * sums - mean, mantissa, ivec4(0), exponent);
    const ivec4 weighed = normal * ivec4(terms[kCellTerms + cells + cell]) + ivec4(terms[kCellTerms + 2 * cells + cell]);
    gates[begin + cell] = uvec4(mix(sums, Saturate16(RescaledBy(InSteps(weighed), kOfNorm)), which));
  }
}

// Adds the recurrent and peephole terms. The output gate uses the new cell state and is completed later; the others use the old
// one.
void SumGates(const uint begin) {
  for (uint cell = lane; cell < cells; cell += kLanes) {
    const ivec4 products = Product(state_at, outputs, cell, cells);
    const ivec4 sums = AddSaturated(ivec4(gates[begin + cell]), RescaledBy(products, kOfState));
    gates[begin + cell] = uvec4(Peep(cell, sums, bvec4(true, true, false, false)));
  }
}

void UpdateCells(const uint begin) {
  const int bound = int(terms[kBounds].x);
  for (uint cell = lane; cell < cells; cell += kLanes) {
    const ivec4 sums = ivec4(gates[begin + cell]);
    const ivec4 gate = GateLogistic(sums);
    const int candidate = GateTanh(ivec4(sums.z), 3).x;
    const int enters = kCoupled ? kOne16 - gate.y : gate.x;
    const ivec4 kept = Wrap16(RoundingShift(ivec4(gate.y * memory[cell_at + cell]), 15));
    const ivec4 added = Wrap16(RoundingShift(ivec4(enters * candidate), 15 + kCellBits));
    const int state = Saturate16(kept + added).x;
    memory[cell_at + cell] = bound > 0 ? clamp(state, -bound, bound) : state;
    gates[begin + cell] = uvec4(Peep(cell, sums, bvec4(false, false, false, true)));
  }
}

// TFLite has tanh for 0 to 6 integer bits. For others its result is the input gate, which it leaves in the buffer.
int CellTanh(const int input_sum, const int state) {
  const int bits = clamp(kCellBits, 0, 6);
  return kCellBits == bits ? GateTanh(ivec4(state), bits).x : GateLogistic(ivec4(input_sum)).x;
}

int Hidden(const uint begin, const uint cell) {
  const ivec4 sums = ivec4(gates[begin + cell]);
  const int gate = GateLogistic(ivec4(sums.w)).x;
  return RescaledByOne(gate * CellTanh(sums.x, memory[cell_at + cell]), kOfHidden);
}

void Show(const uint position, const uint index, const int integer) {
  memory[state_at + index] = integer - int(terms[kBounds].z);
  memory[results_at + position * outputs + index] = integer;
}

// TFLite subtracts the hidden state's zero point where it should add it, and compensates for that in the bias.
void Project(const uint position, const uint begin) {
  const int hidden_zero_point = int(terms[kOfHidden].w);
  const ivec4 multiplier = ivec4(terms[kOfProjection]);
  const int bound = int(terms[kBounds].y);
  const uint blocks = (outputs + 3) / 4;
  const uint first_weight = (outputs + 3) / 4 * cells;
  for (uint cell = lane; cell < cells; cell += kLanes) {
    memory[hidden_at + cell] = Saturate8(Hidden(begin, cell), -hidden_zero_point) + hidden_zero_point;
  }
  Sync();
  for (uint block = lane; block < blocks; block += kLanes) {
    const ivec4 sums = Product(hidden_at, cells, first_weight + block, blocks) + ivec4(terms[kCellTerms + 3 * cells + block]);
    const ivec4 steps = Rescale(sums, ivec4(multiplier.x), ivec4(multiplier.y), ivec4(multiplier.z));
    const ivec4 integers = clamp(clamp(steps, -512, 512) + multiplier.w, -0x80, 0x7F);
    const ivec4 clipped = bound > 0 ? clamp(integers, -bound, bound) : integers;
    Show(position, block * 4, clipped.x);
    if (block * 4 + 1 < outputs) Show(position, block * 4 + 1, clipped.y);
    if (block * 4 + 2 < outputs) Show(position, block * 4 + 2, clipped.z);
    if (block * 4 + 3 < outputs) Show(position, block * 4 + 3, clipped.w);
  }
}

void Step(const uint position) {
  const uint begin = position * cells;
  SumGates(begin);
  Normalize(begin, bvec4(true, true, true, false));
  UpdateCells(begin);
  Normalize(begin, bvec4(false, false, false, true));
  Sync();  // all have read the old output state
  if (kProjected) {
    Project(position, begin);
  } else {
    const int zero_point = int(terms[kOfHidden].w);
    for (uint cell = lane; cell < cells; cell += kLanes) Show(position, cell, Saturate8(Hidden(begin, cell), zero_point));
  }
  Sync();
}

void ReadStates() {
  const int zero_point = int(terms[kBounds].z);
  for (uint i = lane; i < outputs; i += kLanes) {
    memory[state_at + i] = Integer_output_state(row * outputs + i, kSigned, 1) - zero_point;
  }
  for (uint i = lane; i < cells; i += kLanes) memory[cell_at + i] = Integer_cell_state(row * cells + i, kSigned, 2);
  Sync();
}

void main() {
  lane = gl_LocalInvocationID.x;
  row = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  if (row >= rows) return;
  const uint state_pitch = (outputs + 3) / 4 * 4;
  const uint cell_pitch = (cells + 3) / 4 * 4;
  state_at = row * state_pitch;
  hidden_at = rows * state_pitch + row * cell_pitch;
  cell_at = rows * (state_pitch + cell_pitch) + row * cells;
  results_at = rows * (state_pitch + cell_pitch + cells);
  if (first == 0) ReadStates();
  for (uint i = 0; i < steps; ++i) Step(first + row * row_pitch + i * step_pitch);
}
