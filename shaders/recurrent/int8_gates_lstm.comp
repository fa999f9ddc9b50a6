#version 450
// One step of the int8 LSTM whose gate sums are int8 too, bit for bit as TFLite's reference kernels
// (kernels_ref/recurrent/int8_gates_lstm.cc). A workgroup computes one row of the batch; an invocation has every kLanes-th cell.
// Floats are rounded as on a CPU, and the functions of gates are lookup tables.
//
// Gates are input, forget, cell and output; the input gate is unused. Results and states are words of `memory`, which
// narrow_integers.comp converts to tensors.
// Iterations: Ceil(inputs, 64) + Ceil(outputs, 64) + 200 + 2 * cells + Ceil(cells, 64) * (8 + Ceil(inputs, 4) + Ceil(outputs, 4)) + Ceil(outputs, 256) * (9 + Ceil(cells, 4))
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/packed_int8.glsl"
#include "common/quantized_values.glsl"
#include "common/int64.glsl"
#include "common/quotient.glsl"
#include "common/root.glsl"
#include "common/nearest_float.glsl"
#include "common/requantize.glsl"
#include "common/requantize64.glsl"
READ_INTEGERS(0, source)
// Layout: [quad][cell][input of the quad], one byte per gate.
layout(std430, binding = 1) readonly buffer input_weights_words { uvec4 input_weights[]; };
// Weights of the output state in the same layout; then the projection's: [quad of cells][block of outputs][cell of the quad].
layout(std430, binding = 2) readonly buffer step_weights_words { uvec4 step_weights[]; };
// Constants at the indices below; then, by cell, weights of the norms, and biases; then biases of the projection, four at a
// time.
layout(std430, binding = 3) readonly buffer terms_words { uvec4 terms[]; };
// Tables of all 16-bit values, two in a word: the logistic function, and tanh of gates and of cell states.
layout(std430, binding = 4) readonly buffer tables_words { uint tables[]; };
READ_INTEGERS(5, output_state)
READ_INTEGERS(6, cell_state)
// Output and hidden values without zero points, cell states, results, inputs without a zero point, and sums of the gates.
layout(std430, binding = 7) coherent buffer memory_words { int memory[]; };

layout(local_size_x = 64) in;

layout(push_constant) uniform Push {
  uint rows;  // rows of the batch
  uint inputs, cells, outputs;
};

const uint kLanes = 64;
// Indices in `terms`. The input's and the state's parts have seven entries each. `kNormScale` and `kBiasScale` are scales of
// norms and biases. `kOfProjection` holds the projection's multiplier and the output state's zero point. `kBounds` holds the
// clips of the cell and the projection and the input's zero point.
const uint kOfInput = 0;
const uint kOfState = 7;
const uint kNormScale = 14;
const uint kBiasScale = 15;
const uint kOfProjection = 16;
const uint kBounds = 17;
const uint kCellTerms = 18;
const uint kLogistic = 0;
const uint kTanhOfGate = 1;
const uint kTanhOfCell = 2;

uint lane;
uint state_at, hidden_at, cell_at, results_at, input_at, sums_at;  // offsets in `memory`
shared vec4 means, inverse_deviations;
shared bvec4 have_none;  // a negative variance, caused by rounding, has no root

// Makes the writes of each invocation visible to the others.
void Sync() {
  memoryBarrierBuffer();
  barrier();
}

int Looked(const uint table, const int integer) {
  const uint offset = table * 65536 + (uint(integer) & 0xFFFF);
  return bitfieldExtract(int(tables[offset / 2]), int(offset % 2 * 16), 16);
}

// Returns the product of two fractions of 15 bits, ties away from zero.
int Product16(const int l, const int r) {
  const int product = l * r;
  const int half_step = (1 << 14) - int(product < 0);
  return bitfieldExtract((product + half_step) >> 15, 0, 16);
}

int Clipped(const int value, const int bound) { return bound > 0 ? clamp(value, -bound, bound) : value; }

ivec4 Added(const ivec4 sum, const uvec4 words, const uint at) {
  return sum + memory[at] * Integers(words.x) + memory[at + 1] * Integers(words.y) + memory[at + 2] * Integers(words.z) +
         memory[at + 3] * Integers(words.w);
}

// Requantizes the products with one vector to 8 bits, then to the scale of the gates.
ivec4 Part(const ivec4 products, const uint part) {
  const ivec4 zero_point = ivec4(terms[part + 3]);
  const ivec4 steps = Rescale(products, ivec4(terms[part]), ivec4(terms[part + 1]), ivec4(terms[part + 2]));
  const ivec4 integers = clamp(clamp(steps, -512, 512) + zero_point, -0x80, 0x7F);
  return Rescale(integers - zero_point, ivec4(terms[part + 4]), ivec4(terms[part + 5]), ivec4(terms[part + 6]));
}

// Adds with saturation to 16 bits, also if the sum overflows 32 bits.
ivec4 SaturatedSum(const ivec4 l, const ivec4 r) {
  const ivec4 sum = l + r;
  const bvec4 overflows = lessThan((l ^ sum) & (r ^ sum), ivec4(0));
  return clamp(mix(sum, mix(ivec4(0x7FFF), ivec4(-0x8000), lessThan(l, ivec4(0))), overflows), -0x8000, 0x7FFF);
}

ivec4 SumsOf(const uint cell) {
  const uint at = sums_at + cell * 4;
  return ivec4(memory[at], memory[at + 1], memory[at + 2], memory[at + 3]);
}

void SumGates() {
  for (uint cell = lane; cell < cells; cell += kLanes) {
    ivec4 of_input = ivec4(0);
    for (uint quad = 0; quad * 4 < inputs; ++quad) {
      of_input = Added(of_input, input_weights[quad * cells + cell], input_at + quad * 4);
    }
    ivec4 of_state = ivec4(0);
    for (uint quad = 0; quad * 4 < outputs; ++quad) {
      of_state = Added(of_state, step_weights[quad * cells + cell], state_at + quad * 4);
    }
    const ivec4 sums = SaturatedSum(Part(of_input, kOfInput), Part(of_state, kOfState));
    const uint at = sums_at + cell * 4;
    memory[at] = sums.x;
    memory[at + 1] = sums.y;
    memory[at + 2] = sums.z;
    memory[at + 3] = sums.w;
  }
}

float QuotientByCells(const float value) {
  const float quotient = value == 0.0 ? 0.0 : NearestQuotient(abs(value), float(cells));
  return value < 0.0 ? -quotient : quotient;
}

float InverseRoot(const float variance) {
  return variance < 0.0 ? 0.0 : NearestQuotient(1.0, NearestRoot(variance == 0.0 ? 1e-8 : variance));
}

// Adds up in order, since every addition rounds.
void FindMoments() {
  precise vec4 sum = vec4(0);
  precise vec4 sum_of_squares = vec4(0);
  for (uint cell = 0; cell < cells; ++cell) {
    const vec4 value = vec4(SumsOf(cell));
    precise const vec4 square = value * value;
    sum = sum + value;
    sum_of_squares = sum_of_squares + square;
  }
  const vec4 mean = vec4(QuotientByCells(sum.x), QuotientByCells(sum.y), QuotientByCells(sum.z), QuotientByCells(sum.w));
  precise const vec4 square_of_mean = mean * mean;
  precise const vec4 variance = vec4(QuotientByCells(sum_of_squares.x), QuotientByCells(sum_of_squares.y),
                                     QuotientByCells(sum_of_squares.z), QuotientByCells(sum_of_squares.w)) - square_of_mean;
  means = mean;
  inverse_deviations = vec4(InverseRoot(variance.x), InverseRoot(variance.y), InverseRoot(variance.z), InverseRoot(variance.w));
  have_none = lessThan(variance, vec4(0));
}

// Returns the nearest 16-bit integer, ties away from zero. A value above the int32 range becomes the lowest one.
ivec4 NearestInteger(const vec4 value) {
  const vec4 whole = trunc(value);
  const vec4 nearest = whole + mix(vec4(0), sign(value), greaterThanEqual(abs(value - whole), vec4(0.5)));
  const bvec4 fits = lessThan(nearest, vec4(2147483648.0));
  return mix(ivec4(-0x8000), ivec4(clamp(nearest, -32768.0, 32767.0)), fits);
}

ivec4 Normalized(const uint cell) {
  const vec4 norm = vec4(ivec4(terms[kCellTerms + cell]));
  precise const vec4 centered = vec4(SumsOf(cell)) - means;
  precise const vec4 normal = centered * inverse_deviations;
  precise const vec4 weighed = normal * norm;
  precise const vec4 scaled = weighed * uintBitsToFloat(terms[kNormScale]);
  precise const vec4 bias = FloatsOf(ivec4(terms[kCellTerms + cells + cell])) * uintBitsToFloat(terms[kBiasScale]);
  precise const vec4 value = scaled + bias;
  return mix(NearestInteger(value * 4096.0), ivec4(-0x8000), have_none);
}

void UpdateCells() {
  for (uint cell = lane; cell < cells; cell += kLanes) {
    const ivec4 sums = Normalized(cell);
    const int kept = Looked(kLogistic, sums.y);
    const int state = clamp(Product16(kept, memory[cell_at + cell]) + Product16(0x7FFF - kept, Looked(kTanhOfGate, sums.z)),
                            -0x8000, 0x7FFF);
    memory[cell_at + cell] = Clipped(state, int(terms[kBounds].x));
    memory[hidden_at + cell] = Product16(Looked(kLogistic, sums.w), Looked(kTanhOfCell, memory[cell_at + cell]));
  }
}

uvec2 Widened(const int v) { return uvec2(uint(v), v < 0 ? 0xFFFFFFFF : 0); }

void Show(const uint index, const uvec2 sum) {
  if (index >= outputs) return;
  const ivec4 multiplier = ivec4(terms[kOfProjection]);
  const int steps = Rescale64(sum, uint(multiplier.x), uint(multiplier.y));
  const int integer = Clipped(clamp(clamp(steps, -512, 512) + multiplier.z, -0x80, 0x7F), int(terms[kBounds].y));
  memory[state_at + index] = integer - multiplier.z;
  memory[results_at + index] = integer;
}

// Sums are 64-bit integers; 256 products at a time are added up in 32 bits.
void Project() {
  const uint blocks = (outputs + 3) / 4;
  const uint first_weight = (outputs + 3) / 4 * cells;
  const uint quads = (cells + 3) / 4;
  for (uint block = lane; block < blocks; block += kLanes) {
    const ivec4 bias = ivec4(terms[kCellTerms + 2 * cells + block]);
    uvec2 a = Widened(bias.x);
    uvec2 b = Widened(bias.y);
    uvec2 c = Widened(bias.z);
    uvec2 d = Widened(bias.w);
    for (uint first = 0; first < quads; first += 64) {
      ivec4 sum = ivec4(0);
      for (uint quad = first; quad < min(first + 64, quads); ++quad) {
        sum = Added(sum, step_weights[first_weight + quad * blocks + block], hidden_at + quad * 4);
      }
      a = Add64(a, Widened(sum.x));
      b = Add64(b, Widened(sum.y));
      c = Add64(c, Widened(sum.z));
      d = Add64(d, Widened(sum.w));
    }
    Show(block * 4, a);
    Show(block * 4 + 1, b);
    Show(block * 4 + 2, c);
    Show(block * 4 + 3, d);
  }
}

void ReadVectors(const uint row) {
  for (uint i = lane; i < inputs; i += kLanes) {
    memory[input_at + i] = Integer_source(row * inputs + i, kSigned, 1) - int(terms[kBounds].z);
  }
  for (uint i = lane; i < outputs; i += kLanes) {
    memory[state_at + i] = Integer_output_state(row * outputs + i, kSigned, 1) - int(terms[kOfProjection].z);
  }
  for (uint i = lane; i < cells; i += kLanes) memory[cell_at + i] = Integer_cell_state(row * cells + i, kSigned, 2);
}

uint WholeQuads(const uint count) { return (count + 3) / 4 * 4; }

void main() {
  lane = gl_LocalInvocationID.x;
  const uint row = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  if (row >= rows) return;
  state_at = row * WholeQuads(outputs);
  hidden_at = rows * WholeQuads(outputs) + row * WholeQuads(cells);
  const uint first_cell = rows * (WholeQuads(outputs) + WholeQuads(cells));
  cell_at = first_cell + row * cells;
  results_at = first_cell + rows * cells + row * outputs;
  const uint first_input = first_cell + rows * (cells + outputs);
  input_at = first_input + row * WholeQuads(inputs);
  sums_at = first_input + rows * WholeQuads(inputs) + row * cells * 4;
  ReadVectors(row);
  Sync();
  SumGates();
  Sync();
  if (lane == 0) FindMoments();
  barrier();
  UpdateCells();
  Sync();
  Project();
}
