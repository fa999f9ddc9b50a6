#version 450
// Integer FULLY_CONNECTED, bit for bit as TFLite's reference kernels. Computes out[row][o] = clamp(zero point + multiplier[o] *
// (bias[o] + sum)). The sum over i is of in[row][i] * (w[o][i] - zero point of the weights). The host has subtracted the
// input's zero point times the sum of the weights from the bias.
//
// Tensors are words of 8-bit or 16-bit values, the first in the lowest bits. A workgroup has kLanes blocks of four outputs
// times slices of the inputs. Every invocation sums its slice for kTile rows, then the slices are added up. Workgroups: x =
// panels of kLanes blocks, y and z = tiles of rows. The output has whole blocks; otherwise the host copies it.
//
// With DOT_PRODUCTS one instruction multiplies four pairs of int8. With SHARED_PIXELS the eight lanes of a subgroup belong to
// one tile: each loads every eighth row, and they exchange the values (docs/design/loads.md).
// Iterations: quads + Ceil(quads, kChunk) + kTile * 64
// Variant scalar_texels: TEXELS SCALAR_SOURCE SHARED_PIXELS
// Variant dots: DOT_PRODUCTS
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x_id = 0) in;
#define ROWS
#include "common/four_quantized.glsl"
#include "common/int64.glsl"
#include "common/requantize64.glsl"
#include "common/rescale_double.glsl"

READ_FOUR_INTEGERS(0, source)
// Layout for 8 bits: [four inputs][block of four outputs][output][input]. For 2, 4 and 16 bits, inputs come before outputs.
#ifdef TEXELS
layout(binding = 1, rgba32ui) uniform readonly uimageBuffer weights;
uvec4 LoadVector_weights(const uint offset) { return imageLoad(weights, int(offset)); }
#else
layout(std430, binding = 1) readonly buffer weights_vectors { uvec4 weights[]; };
uvec4 LoadVector_weights(const uint offset) { return weights[offset]; }
#endif
// Layout: [block of four outputs], with low and high words of the bias, low and high words of the factor, and its exponent,
// four each. With kRescale64 the factor is a multiplier and a shift.
layout(std430, binding = 2) readonly buffer channels_vectors { uvec4 channels[]; };
layout(std430, binding = 3) writeonly buffer result_words { uint result[]; };
DECLARE_ROWS(3, result)
#include "common/requantize.glsl"
#define STEPS_BINDING 4
#include "common/integer_steps.glsl"

layout(constant_id = 3) const uint kTile = 4;  // at most kMaxTile
#ifdef SHARED_PIXELS
#extension GL_KHR_shader_subgroup_shuffle : require
const uint kMaxTile = 32;
const bool kShared = kTile % 8 == 0;
#define ROW_OF(i) (kShared ? (i) * 8 + gl_SubgroupInvocationID : (i))
#define OF_ROW(values, p) (kShared ? subgroupShuffle(values[(p) / 8], (p) % 8) : values[min(p, kMaxOwn - 1)])
const uint kMaxOwn = 7;
#define OWN_ROWS (kShared ? kTile / 8 : kTile)
#else
const uint kMaxTile = 8;
#define ROW_OF(i) (i)
#define OF_ROW(values, p) values[p]
const uint kMaxOwn = kMaxTile;
#define OWN_ROWS kTile
#endif
#ifdef DOT_PRODUCTS
#include "common/dot_of_int8.glsl"
#endif

const uint kInvocations = 64;
const uint kMaxSliced = 8;  // rows of a tile if slices share its inputs
layout(constant_id = 4) const uint kLanes = 64;
layout(constant_id = 5) const bool kSourceAligned = true;  // inputs are a multiple of 4
layout(constant_id = 6) const uint kSourceKind = 1;
layout(constant_id = 7) const uint kSourceBytes = 1;
layout(constant_id = 8) const uint kWeightBits = 8;  // 2, 4, 8 or 16
layout(constant_id = 9) const uint kWeightKind = 1;
layout(constant_id = 10) const uint kSums = 0;
layout(constant_id = 11) const uint kChunk = 256;
// Scaling of the sums: 32-bit sums times a double, 64-bit sums times a double, or 64-bit sums times a multiplier and a shift.
layout(constant_id = 12) const uint kScale = 0;
const uint kDouble = 0;
const uint kDouble64 = 1;
const uint kRescale64 = 2;
layout(constant_id = 13) const uint kResultBytes = 1;
layout(constant_id = 14) const bool kShiftsWeights = false;  // the weights' zero point is not 0

layout(push_constant) uniform Push {
  uint inputs, rows;
  uint quads;      // quads of inputs, rounded up
  uint blocks;     // blocks of four outputs, rounded up
  uint last_word;  // last word of the input
  int weights_zero_point;
  int output_zero_point;
  int least, most;  // bounds of the output's values
};

const bool kWide = kScale != kDouble;

#include "matmul/exact_sums.glsl"
shared ivec4 partial[kMaxSliced * kInvocations];  // [row][invocation]

ivec4 Integers16(const uint first, const uint second) {
  return ivec4(IntegerOf(first, 0, kSigned, 2), IntegerOf(first, 1, kSigned, 2), IntegerOf(second, 0, kSigned, 2),
               IntegerOf(second, 1, kSigned, 2));
}

Weights LoadWeights(const uint index) {
  if (kWeightBits == 16) {
    const uvec4 first = LoadVector_weights(index * 2);
    const uvec4 second = LoadVector_weights(index * 2 + 1);
    return Weights(Integers16(first.x, first.y), Integers16(first.z, first.w), Integers16(second.x, second.y),
                   Integers16(second.z, second.w));
  }
  if (kWeightBits == 8) {
    const uvec4 words = LoadVector_weights(index);
    if (kWeightKind == kUnsigned) {
      return Weights(ivec4(words & 0xFF), ivec4(words >> 8 & 0xFF), ivec4(words >> 16 & 0xFF), ivec4(words >> 24));
    }
    const ivec4 bits = ivec4(words);
    return Weights(bits << 24 >> 24, bits << 16 >> 24, bits << 8 >> 24, bits >> 24);
  }
  const ivec4 words = ivec4(LoadVector_weights(index * kWeightBits / 8));
  const ivec2 pair = index * kWeightBits / 4 % 2 == 0 ? words.xy : words.zw;
  if (kWeightBits == 4) {
    const ivec4 first = ivec4(28, 24, 20, 16);
    const ivec4 second = ivec4(12, 8, 4, 0);
    const ivec4 low = ivec4(pair.x);
    const ivec4 high = ivec4(pair.y);
    return Weights(low << first >> 28, low << second >> 28, high << first >> 28, high << second >> 28);
  }
  const ivec4 four = ivec4(index % 2 == 0 ? pair.x : pair.y);
  return Weights(four << ivec4(30, 28, 26, 24) >> 30, four << ivec4(22, 20, 18, 16) >> 30, four << ivec4(14, 12, 10, 8) >> 30,
                 four << ivec4(6, 4, 2, 0) >> 30);
}

uint rows_own[kMaxOwn];  // offsets of the rows that this invocation loads

#ifdef DOT_PRODUCTS
void Accumulate(const uint quad, const uint block) {
  const uvec4 words = LoadVector_weights(quad * blocks + block);
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    const uint x = LoadBytes_source(rows_own[p] + quad * 4, kSourceAligned, last_word);
    parts[p] += ivec4(DotOfBytes(x, words.x, 0), DotOfBytes(x, words.y, 0), DotOfBytes(x, words.z, 0), DotOfBytes(x, words.w, 0));
  }
}
#else
void Accumulate(const uint quad, const uint block) {
  Weights w = LoadWeights(quad * blocks + block);
  if (kShiftsWeights) {
    w = Weights(w.a - weights_zero_point, w.b - weights_zero_point, w.c - weights_zero_point, w.d - weights_zero_point);
  }
  ivec4 own[kMaxOwn];
  vec4 own_floats[kMaxOwn];
  [[unroll]] for (uint i = 0; i < OWN_ROWS; ++i) {
    own[i] = LoadFour_source(rows_own[i] + quad * 4, kSourceKind, kSourceBytes, kSourceAligned, last_word);
    own_floats[i] = vec4(own[i]);
  }
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    if (kSums == kOfByteParts) {
      AddAsByteParts(p, OF_ROW(own, p), w);
    } else {
      AddAsFloats(p, OF_ROW(own_floats, p), w);
    }
  }
}
#endif

void AccumulateSlice(const uint slice, const uint block, const uint first) {
  StartSums();
  [[unroll]] for (uint i = 0; i < OWN_ROWS; ++i) rows_own[i] = min(first + ROW_OF(i), rows - 1) * inputs;
  const uint slices = kInvocations / kLanes;
  const uint share = (quads + slices - 1) / slices;
  const uint end = min((slice + 1) * share, quads);
  for (uint chunk = slice * share; chunk < end; chunk += kChunk) {
    StartChunk();
    const uint chunk_end = min(chunk + kChunk, end);
    for (uint quad = chunk; quad < chunk_end; ++quad) Accumulate(quad, block);
    EndChunk();
  }
}

int Scaled(const uvec2 sum, const uvec2 bias, const uvec2 multiplier, const uint exponent) {
  if (kScale == kRescale64) return Rescale64(Add64(sum, bias), multiplier.x, multiplier.y);
  if (kScale == kDouble64) return RescaleDouble64(Add64(sum, bias), multiplier, int(exponent));
  return RescaleDouble(int(sum.x + bias.x), multiplier, int(exponent));
}

void Store(const uint row, const uint block, const ivec4 low, const ivec4 high) {
  const uvec4 bias_low = channels[block * 5];
  const uvec4 bias_high = channels[block * 5 + 1];
  const uvec4 multiplier_low = channels[block * 5 + 2];
  const uvec4 multiplier_high = channels[block * 5 + 3];
  const uvec4 exponent = channels[block * 5 + 4];
  const uvec4 l = uvec4(low);
  const uvec4 h = uvec4(high);
  const ivec4 scaled =
      ivec4(Scaled(uvec2(l.x, h.x), uvec2(bias_low.x, bias_high.x), uvec2(multiplier_low.x, multiplier_high.x), exponent.x),
            Scaled(uvec2(l.y, h.y), uvec2(bias_low.y, bias_high.y), uvec2(multiplier_low.y, multiplier_high.y), exponent.y),
            Scaled(uvec2(l.z, h.z), uvec2(bias_low.z, bias_high.z), uvec2(multiplier_low.z, multiplier_high.z), exponent.z),
            Scaled(uvec2(l.w, h.w), uvec2(bias_low.w, bias_high.w), uvec2(multiplier_low.w, multiplier_high.w), exponent.w));
  // If the bounds cross, the upper one wins. TFLite adds the zero point of int16 after clamping, so that nothing wraps around.
  const int late = kResultBytes == 2 ? output_zero_point : 0;
  const ivec4 integers = min(max(scaled + (output_zero_point - late), ivec4(least - late)), ivec4(most - late)) + late;
  const uint offset = row * blocks + block;
  if (kResultBytes == 1) {
    const uint word = WithSteps(Packed(integers), offset);
    if (kStoresFloats) {
      StoreFloats(word, offset);
    } else {
      result[OFFSET(result, offset, 4)] = word;
    }
  } else {
    const uvec4 narrow = uvec4(integers) & 0xFFFF;
    result[OFFSET(result, offset * 2, 4)] = narrow.x | narrow.y << 16;
    result[OFFSET(result, offset * 2 + 1, 4)] = narrow.z | narrow.w << 16;
  }
}

// Adds up the slices of a row, whose sums have 32 bits, and stores the row.
void StoreSlices(const uint lane, const uint slice, const uint block, const uint first) {
  [[unroll]] for (uint p = 0; p < min(kTile, kMaxSliced); ++p) partial[p * kInvocations + gl_LocalInvocationID.x] = sums[p];
  barrier();
  if (block >= blocks) return;
  for (uint p = slice; p < kTile && first + p < rows; p += kInvocations / kLanes) {
    ivec4 sum = ivec4(0);
    for (uint s = 0; s < kInvocations; s += kLanes) sum += partial[p * kInvocations + s + lane];
    Store(first + p, block, sum, ivec4(0));
  }
}

void main() {
  const uint lane = kLanes == kInvocations ? gl_LocalInvocationID.x : gl_LocalInvocationID.x % kLanes;
  const uint slice = kLanes == kInvocations ? 0 : gl_LocalInvocationID.x / kLanes;
  const uint block = gl_WorkGroupID.x * kLanes + lane;
  const uint first = (gl_WorkGroupID.z * gl_NumWorkGroups.y + gl_WorkGroupID.y) * kTile;
  AccumulateSlice(slice, min(block, blocks - 1), first);
  if (kLanes != kInvocations) {
    StoreSlices(lane, slice, block, first);
    return;
  }
  if (block >= blocks) return;
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    if (first + p < rows) Store(first + p, block, sums[p], highs[p]);
  }
}
