#version 450
// Layer normalization of int8 rows: mean 0 and variance 1, times a scale, plus an offset. Reproduces bit for bit the nodes that
// converters write for it (delegate/ops/fusions/quantized_layer_normalization.cc), each of which rounds its result to 8 bits.
// Rows are whole words. kLanes invocations of one workgroup share a row, each taking every kLanes-th word.
// Iterations: 3 * Ceil(row_words, kLanes) + 128
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/flat.glsl"
#include "common/quantized_values.glsl"
#include "common/requantize.glsl"
READ_INTEGERS(0, source)
READ_INTEGERS(1, scale)  // one for each channel
READ_INTEGERS(2, offset)
// Four vectors for each node of two operands, as in quantized_binary.comp; their last component is the sign of a sum's first
// operand. Then two vectors for each mean; then two tables of 256 bytes.
layout(std430, binding = 3) readonly buffer steps_vectors { uvec4 steps_v4[]; };
layout(std430, binding = 3) readonly buffer steps_words { uint steps[]; };
WRITE_INTEGERS(4, result)

layout(constant_id = 3) const uint kLanes = 1;  // a power of two, at most 64

layout(push_constant) uniform Push {
  uint rows;
  uint row_words;
};

// Indices in `steps_v4`, in the order of IntegersOf.
const uint kSquare = 0;   // (x - mean)^2
const uint kFactor = 4;   // the inverse of the deviation * scale
const uint kMoved = 8;    // the mean, or its negative, * factor
const uint kShift = 12;   // kMoved + offset, or offset - kMoved
const uint kScaled = 16;  // x * factor
const uint kValue = 20;   // kScaled + kShift
const uint kMean = 24;
const uint kVariance = 26;
// Offsets in words of the tables that map a variance and a mean.
const uint kInverses = 112;
const uint kMeans = 176;

shared int partial[64];
#include "common/lane_reduction.glsl"
LANE_REDUCTION(SumOfLanes, int, ADD, ADD)

ivec4 Scaled(const ivec4 values, const uint scale) {
  const ivec4 multiplier = ivec4(steps_v4[scale]);
  return Rescale(values, ivec4(multiplier.y), ivec4(multiplier.z), ivec4(multiplier.w));
}

// Requantizes a sum or a product to the node's output.
ivec4 Result(const ivec4 values, const uint node) {
  const ivec4 integer = Scaled(values, node + 2) + int(steps_v4[node + 2].x);
  return min(max(integer, ivec4(int(steps_v4[node + 3].x))), ivec4(int(steps_v4[node + 3].y)));
}

ivec4 Above(const ivec4 integers, const uint operand) { return integers - int(steps_v4[operand].x); }

ivec4 Product(const ivec4 l, const ivec4 r, const uint node) { return Result(Above(l, node) * Above(r, node + 1), node); }

// Returns an operand in the common scale, with fraction bits.
ivec4 Aligned(const ivec4 integers, const uint node, const uint operand) {
  return Scaled(Above(integers, node + operand) << int(steps_v4[node + 3].z), node + operand);
}

ivec4 Sum(const ivec4 l, const ivec4 r, const uint node) {
  return Result(Aligned(l, node, 0) * int(steps_v4[node + 3].w) + Aligned(r, node, 1), node);
}

ivec4 Square(const ivec4 x, const ivec4 mean) {
  const ivec4 difference = Aligned(x, kSquare, 0) - Aligned(mean, kSquare, 1);
  return Result(difference * difference, kSquare);
}

// Returns the mean of a row's values, quantized. `sums` are the lane's partial sums.
int MeanOf(const ivec4 sums, const uint lane, const uint node) {
  const int sum = SumOfLanes((sums.x + sums.y) + (sums.z + sums.w), lane, 1, true);
  const int zero_point = int(steps_v4[node + 1].x);
  const int above = Scaled(ivec4(sum - int(steps_v4[node].x)), node).x;
  return clamp(above, -128 - zero_point, 127 - zero_point) + zero_point;
}

ivec4 Found(const uint table, const int integer) {
  const uint position = uint(integer) & 0xff;
  return ivec4(IntegerOf(steps[table + position / 4], position, kSigned, 1));
}

ivec4 Source(const uint row, const uint word) { return Integers_source(row * row_words + word, 4, kSigned, 1); }

void main() {
  const uint index = FlatInvocation();
  const uint lane = index % kLanes;
  // Beyond the last row nothing is stored, but every invocation must reach the barriers.
  const uint row = min(index / kLanes, rows - 1);
  ivec4 sums = ivec4(0);
  for (uint word = lane; word < row_words; word += kLanes) sums += Source(row, word);
  const int mean = MeanOf(sums, lane, kMean);
  sums = ivec4(0);
  for (uint word = lane; word < row_words; word += kLanes) sums += Square(Source(row, word), ivec4(mean));
  const ivec4 inverse = Found(kInverses, MeanOf(sums, lane, kVariance));
  const ivec4 moved = Found(kMeans, mean);
  if (index / kLanes >= rows) return;
  for (uint word = lane; word < row_words; word += kLanes) {
    const ivec4 multiplier = Product(inverse, Integers_scale(word, 4, kSigned, 1), kFactor);
    const ivec4 shift = Sum(Product(moved, multiplier, kMoved), Integers_offset(word, 4, kSigned, 1), kShift);
    const ivec4 scaled = Product(Source(row, word), multiplier, kScaled);
    StoreIntegers_result(row * row_words + word, 4, 1, Sum(scaled, shift, kValue));
  }
}
