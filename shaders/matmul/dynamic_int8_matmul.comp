#version 450
// Matrix multiplication of rows that quantize_rows.comp has quantized by integer weights, for float layers, bit for bit as
// TFLite's reference kernels. Computes out[row][o] = epilogue(activation(bias[o] + sum of (number - row's zero point) * w[o][i]
// * scales)). The scales are those of the row and of o. Sums are integers, so that their order does not matter.
//
// A workgroup has kLanes blocks of four outputs times slices of the depth. Every invocation sums its slice for kTile rows of
// one output matrix. There are several matrix multiplications, and either operand may be broadcast.
// Iterations: Ceil(quads, 64 / kLanes) + kTile * (1 + 64 / kLanes)
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 4
layout(std430, binding = 0) readonly buffer integers_words { uint integers[]; };  // as quantize_rows.comp writes them
// Layout: [matrix][quad][block][input of the quad][output of the block], kWeightBits each. 16 weights take kWeightBits / 2
// words.
layout(std430, binding = 1) readonly buffer weights_scalars { uint weights[]; };
layout(std430, binding = 1) readonly buffer weights_vectors { uvec4 weights_v4[]; };
layout(std430, binding = 2) readonly buffer channels_vectors { uvec4 channels[]; };  // [block]: scales, one after another, bias
WRITE_TENSOR(3, result)
#include "common/epilogue.glsl"
#include "common/recurrent.glsl"
#include "common/packed_int8.glsl"
#include "common/flat.glsl"
#include "common/nearest_float.glsl"

const uint kMaxTile = 8;  // the largest of kTiles in delegate/ops/matmul/dynamic_int8_matmul.cc
const uint kInvocations = 64;
layout(constant_id = 3) const uint kTile = 4;
layout(constant_id = 4) const uint kLanes = 64;  // a power of two, at most 64
layout(constant_id = 5) const uint kWeightBits = 8;
layout(constant_id = 6) const bool kAsymmetric = false;
layout(constant_id = 7) const bool kAligned = true;  // outputs is a multiple of 4
// True: the zero point is subtracted from the sum in floats, as BATCH_MATMUL does, which has no bias.
layout(constant_id = 8) const bool kInFloats = false;
layout(constant_id = 9) const uint kActivation = 0;
// Number of quads of the depth that share a scale; their sums are added up in floats, in order. 0: one scale for all.
layout(constant_id = 10) const uint kBlockQuads = 0;

layout(push_constant) uniform Push {
  uint quads;   // quads of the depth, rounded up
  uint blocks;  // blocks of four outputs, rounded up
  uint outputs;
  uint rows;    // rows of one output matrix
  uint panels;  // panels of kLanes blocks
  uint tiles;   // tiles of kTile rows of one output matrix
  uint total;   // workgroups
  uint headers; // index of the word where the scales and zero points of rows begin
  uint walk_size[4];                    // dims that index the matrices
  int left_stride[5], right_stride[5];  // in rows of `integers`, and in units of 16 weights
};
#include "common/walk.glsl"

ivec4 sums[kMaxTile];
ivec4 weight_sums;
shared ivec4 partial[kMaxTile + 1][kInvocations];  // [row][slice * kLanes + lane]

// Sums of the depth's blocks so far, multiplied by their scales.
vec4 scaled_sums[kMaxTile];
vec4 scaled_weight_sums;

uint ScalesOf(const uint block) { return block * (kBlockQuads == 0 ? 2 : quads / kBlockQuads + 1); }

vec4 BiasOf(const uint block) { return uintBitsToFloat(channels[ScalesOf(block + 1) - 1]); }

vec4 PlusScaled(const vec4 so_far, const ivec4 sum, const vec4 scale) {
  precise const vec4 product = FloatsOf(sum) * scale;
  precise const vec4 all = so_far + product;
  return all;
}

void EndBlock(const vec4 scale) {
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    scaled_sums[p] = PlusScaled(scaled_sums[p], sums[p], scale);
    sums[p] = ivec4(0);
  }
  scaled_weight_sums = PlusScaled(scaled_weight_sums, weight_sums, scale);
  weight_sums = ivec4(0);
}

// Extracts the weights of a block's outputs, from bit `at` on.
ivec4 WeightsAt(const uint word, const int at) {
  if (kWeightBits == 8) return Integers(word);
  const int bits = int(kWeightBits);
  const int all = int(word);
  return ivec4(bitfieldExtract(all, at, bits), bitfieldExtract(all, at + bits, bits), bitfieldExtract(all, at + 2 * bits, bits),
               bitfieldExtract(all, at + 3 * bits, bits));
}

uvec4 LoadWeights(const uint index) {
  if (kWeightBits == 8) return weights_v4[index];
  if (kWeightBits == 4) return uvec2(weights[index * 2], weights[index * 2 + 1]).xxyy;
  return uvec4(weights[index]);
}

void Accumulate(const uint first_row, const uint last_row, const uvec4 words, const uint quad) {
  // First bits of the weights of the second, third and fourth input in their words.
  const int second_bit = kWeightBits == 8 ? 0 : int(4 * kWeightBits);
  const int third_bit = kWeightBits == 2 ? 16 : 0;
  const ivec4 a = WeightsAt(words.x, 0);
  const ivec4 b = WeightsAt(words.y, second_bit);
  const ivec4 c = WeightsAt(words.z, third_bit);
  const ivec4 d = WeightsAt(words.w, third_bit + second_bit);
  if (kAsymmetric) weight_sums += a + b + c + d;
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    const ivec4 values = Integers(integers[min(first_row + p, last_row) * quads + quad]);
    sums[p] += values.x * a + values.y * b + values.z * c + values.w * d;
  }
}

// Subtracts the zero point as TFLite's BATCH_MATMUL does, which truncates to integers.
vec4 LessZeroPoint(const ivec4 sum, const ivec4 weight_sum, const int zero_point) {
  precise const vec4 taken = FloatsOf(weight_sum) * float(zero_point);
  precise const vec4 rest = FloatsOf(sum) - taken;
  return trunc(rest);
}

// Subtracts the zero point from the sums of the depth's blocks and applies the row's scale and the bias.
vec4 ScaledBlocks(const vec4 sum, const vec4 weight_sum, const uint row, const uint block) {
  precise const vec4 taken = float(int(integers[headers + row * 2 + 1])) * weight_sum;
  precise const vec4 rest = sum - taken;
  precise const vec4 product = rest * uintBitsToFloat(integers[headers + row * 2]);
  precise const vec4 value = product + BiasOf(block);
  return value;
}

vec4 Scaled(const ivec4 sum, const ivec4 weight_sum, const uint row, const uint block) {
  if (kBlockQuads > 0) return ScaledBlocks(intBitsToFloat(sum), intBitsToFloat(weight_sum), row, block);
  const int zero_point = kAsymmetric ? int(integers[headers + row * 2 + 1]) : 0;
  precise const vec4 multiplier = uintBitsToFloat(integers[headers + row * 2]) * uintBitsToFloat(channels[ScalesOf(block)]);
  if (kInFloats) {
    precise const vec4 product = (zero_point == 0 ? FloatsOf(sum) : LessZeroPoint(sum, weight_sum, zero_point)) * multiplier;
    return product;
  }
  precise const vec4 product = FloatsOf(sum - zero_point * weight_sum) * multiplier;
  precise const vec4 value = BiasOf(block) + product;
  return value;
}

void main() {
  const uint group = FlatWorkgroup();
  const uint lane = gl_LocalInvocationID.x % kLanes;
  const uint slice = gl_LocalInvocationID.x / kLanes;
  const uint slices = kInvocations / kLanes;
  const uint panel = group % panels;
  const uint tile = min(group / panels, total / panels - 1);
  const uint matrix = tile / tiles;
  const uint first = (tile - matrix * tiles) * kTile;
  const RowIndex at = SplitRow(matrix);
  const uint left = uint(ROW_OFFSET(at, left_stride));
  const uint block = panel * kLanes + lane;
  const uint near_block = min(block, blocks - 1);
  const uint weight = uint(ROW_OFFSET(at, right_stride)) + near_block;
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    sums[p] = ivec4(0);
    scaled_sums[p] = vec4(0);
  }
  weight_sums = ivec4(0);
  scaled_weight_sums = vec4(0);
  for (uint quad = slice; quad < quads; quad += slices) {
    Accumulate(left + first, left + rows - 1, LoadWeights(weight + quad * blocks), quad);
    if (kBlockQuads > 0 && quad % kBlockQuads == kBlockQuads - 1) {
      EndBlock(uintBitsToFloat(channels[ScalesOf(near_block) + quad / kBlockQuads]));
    }
  }
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    partial[p][slice * kLanes + lane] = kBlockQuads > 0 ? floatBitsToInt(scaled_sums[p]) : sums[p];
  }
  if (kAsymmetric) {
    partial[kMaxTile][slice * kLanes + lane] = kBlockQuads > 0 ? floatBitsToInt(scaled_weight_sums) : weight_sums;
  }
  barrier();
  if (block >= blocks || group >= total) return;
  ivec4 weight_sum = ivec4(0);
  if (kAsymmetric) {
    for (uint s = 0; s < slices; ++s) weight_sum += partial[kMaxTile][s * kLanes + lane];
  }
  const uint channel = block * 4;
  const uint valid = min(4u, outputs - channel);
  for (uint p = slice; p < kTile && first + p < rows; p += slices) {
    ivec4 sum = ivec4(0);
    for (uint s = 0; s < slices; ++s) sum += partial[p][s * kLanes + lane];
    const vec4 value = Activate(kActivation, Scaled(sum, weight_sum, left + first + p, block));
    const uint offset = OffsetIn(kAligned, (matrix * rows + first + p) * outputs + channel);
    Store4_result(kAligned, offset, valid, Epilogue(value, kAligned, offset, channel, valid));
  }
}
