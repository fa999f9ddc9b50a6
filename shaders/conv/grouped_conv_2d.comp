#version 450
// 2D convolution, NHWC, for groups of few channels and for few output channels. Computes out = epilogue(bias + sum over taps
// and the input channels of the output channel's group). One invocation writes a tile of kTileW pixels of a row times four
// output channels of any groups. An input pixel is loaded once for all pixels of the tile whose windows contain it. Weights:
// [tap][input channel of the group][channel block] of four output channels.
// Iterations: kFilterH * (3 + kFilterW * (3 + inputs / 4))
// Variant texels: TEXELS FETCH PAIRS
// Variant scalar_texels: TEXELS FETCH SCALAR_SOURCE PAIRS
// Variant ragged_texels: TEXELS FETCH RAGGED PAIRS
// Variant ragged_scalar_texels: TEXELS FETCH SCALAR_SOURCE RAGGED PAIRS
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 4
#ifdef SCALAR_SOURCE
READ_SCALARS(0, source)
#else
READ_TENSOR(0, source)
#endif
READ_TENSOR(1, weights)
READ_TENSOR(2, bias)
WRITE_TENSOR(3, result)
#include "common/epilogue.glsl"
#include "common/image_strides.glsl"
layout(constant_id = 21) const uint kLanes = 1;  // invocations of a workgroup with a channel block each
#define LANES kLanes
#include "conv/window_tile.glsl"

layout(constant_id = 5) const bool kAligned = true;  // output_c is a multiple of 4
layout(constant_id = 6) const bool kMayMiss = true;  // pixels may lie in the padding
layout(constant_id = 7) const uint kFilterH = 1;
layout(constant_id = 8) const uint kFilterW = 1;
layout(constant_id = 9) const uint kStrideH = 1;
layout(constant_id = 10) const uint kStrideW = 1;
layout(constant_id = 11) const uint kDilationH = 1;
layout(constant_id = 12) const uint kDilationW = 1;
layout(constant_id = 13) const bool kWholeRows = true;  // an iteration takes all taps of a filter row, otherwise one
layout(constant_id = 14) const uint kInputTail = 0;     // input channels of a group modulo 4
// Whole vectors of a group's input channels, unrolled. kManyQuads means that the shader loops over as many as there are.
layout(constant_id = 15) const uint kQuads = 1;
const uint kManyQuads = 3;
// Pixels start with a whole vector of inputs, and so do groups, or with half of one if they have two inputs.
layout(constant_id = 16) const bool kVectors = true;
layout(constant_id = 17) const uint kGroups = 1;      // most groups that a block's outputs belong to: 1, 2 or 4
layout(constant_id = 18) const bool kHalves = false;  // groups have two inputs and two outputs
layout(constant_id = 19) const bool kPaired = false;  // blocks and the pixels of a tile are even numbers
// Equals output_c if that is below 4 and every four pixels start with a whole vector, else 0.
layout(constant_id = 20) const uint kPacked = 0;

layout(push_constant) uniform Push {
  WINDOW_TILE_PUSH
  uvec2 by_outputs;
  int input_h, input_w;
  IMAGE_STRIDES_PUSH
  uint inputs;  // channels of one group
  uint output_h, output_w, output_c;
  uint blocks;  // blocks of four output channels of any group, rounded up
  int pad_top, pad_left;
};

const uint kTaps = kWholeRows ? kFilterW : 1;  // taps of an iteration
// Input columns of an iteration, counted from the first tap of the tile's first pixel. They are neighbours, or with one tap
// only the columns that it reads.
const uint kSpacing = kWholeRows ? 1 : kStrideW;
const uint kColumns = kWholeRows ? (kTileW - 1) * kStrideW + (kFilterW - 1) * kDilationW + 1 : kTileW;
uint ColumnOf(const uint p, const uint tap) { return kWholeRows ? p * kStrideW + tap * kDilationW : p; }

vec4 sums[kMaxTile];
// Groups of the block's first, second, third and fourth output.
uint group_offsets[4];  // offset of the group's first input channel, from the pixel's on
bool in_second_half[4];

// The first, second, third and fourth input of an iteration, each for four outputs.
struct Inputs {
  vec4 first, second, third, fourth;
};

uint Place(const uint element) { return OffsetIn(kVectors, element); }

void StartGroup(const uint i, const uint channel) {
  const uint group = Divide(min(channel + i, output_c - 1), by_outputs);
  const bool starts_in_half = kVectors && kInputTail == 2;
  group_offsets[i] = kHalves ? Place(channel) : starts_in_half ? group / 2 : Place(group * inputs);
  in_second_half[i] = kHalves ? i > 1 : starts_in_half && group % 2 == 1;
}

// Loads inputs `quad` * 4 and following, `valid` of them, for the group of output number i.
vec4 LoadGroup(const uint pixel, const uint i, const uint quad, const uint valid, const bool inside) {
  const uint element = pixel + group_offsets[i];
#ifdef SCALAR_SOURCE
  vec4 value = Load4_source(false, element + quad * 4, valid);
#else
  vec4 value = kVectors ? LoadVector_source(element + quad) : Load4_source(false, element + quad * 4, valid);
#endif
  if (in_second_half[i]) value = value.zwzw;
  return kMayMiss ? mix(vec4(0.0), value, bvec4(inside)) : value;
}

Inputs LoadInputs(const uint pixel, const uint quad, const uint valid, const bool inside) {
  const vec4 a = LoadGroup(pixel, 0, quad, valid, inside);
  if (kGroups == 1) return Inputs(a.xxxx, a.yyyy, a.zzzz, a.wwww);
  const vec4 d = LoadGroup(pixel, 3, quad, valid, inside);
  if (kGroups == 2) {
    const bvec4 is_last =
        kHalves ? bvec4(false, false, true, true)
                : bvec4(false, group_offsets[1] == group_offsets[3] && in_second_half[1] == in_second_half[3],
                        group_offsets[2] == group_offsets[3] && in_second_half[2] == in_second_half[3], true);
    return Inputs(mix(a.xxxx, d.xxxx, is_last), mix(a.yyyy, d.yyyy, is_last), mix(a.zzzz, d.zzzz, is_last),
                  mix(a.wwww, d.wwww, is_last));
  }
  const vec4 b = LoadGroup(pixel, 1, quad, valid, inside);
  const vec4 c = LoadGroup(pixel, 2, quad, valid, inside);
  return Inputs(vec4(a.x, b.x, c.x, d.x), vec4(a.y, b.y, c.y, d.y), vec4(a.z, b.z, c.z, d.z),
                vec4(a.w, b.w, c.w, d.w));
}

// Input row of a filter row. Offsets are Place() of channel 0.
struct InputRow {
  uint first;   // offset of column 0
  int column;   // column of the first tap of the tile's first pixel; may lie outside the input
  bool inside;  // false: the row lies in the padding
};

// Adds the products of inputs `quad` * 4 and following for the taps of an iteration. There are `valid` of them (1 to 4, a
// constant expression). `weight` is the index of the first tap's first weight vector.
void AccumulateInputs(const InputRow row, const uint weight, const uint quad, const uint valid) {
  Inputs columns[kColumns];
  [[unroll]] for (uint c = 0; c < kColumns; ++c) {
    const int x = row.column + int(c * kSpacing);
    const int near = kMayMiss || !kWholeRows ? clamp(x, 0, input_w - 1) : min(x, input_w - 1);
    columns[c] = LoadInputs(row.first + uint(near) * Place(source_pixel), quad, valid, row.inside && x == near);
  }
  [[unroll]] for (uint tap = 0; tap < kTaps; ++tap) {
    const uint next = weight + (tap * inputs + quad * 4) * blocks;
    const vec4 w0 = LoadVector_weights(next);
    const vec4 w1 = valid > 1 ? LoadVector_weights(next + blocks) : vec4(0.0);
    const vec4 w2 = valid > 2 ? LoadVector_weights(next + blocks * 2) : vec4(0.0);
    const vec4 w3 = valid > 3 ? LoadVector_weights(next + blocks * 3) : vec4(0.0);
    [[unroll]] for (uint p = 0; p < kTileW; ++p) {
      const Inputs x = columns[ColumnOf(p, tap)];
      vec4 sum = x.first * w0 + sums[p];
      if (valid > 1) sum = x.second * w1 + sum;
      if (valid > 2) sum = x.third * w2 + sum;
      if (valid > 3) sum = x.fourth * w3 + sum;
      sums[p] = sum;
    }
  }
}

// Runs one iteration: all input channels of kTaps taps.
void AccumulateTaps(const InputRow row, const uint weight) {
  const uint quads = kQuads < kManyQuads ? kQuads : inputs / 4;
  if (kQuads < kManyQuads) {
    [[unroll]] for (uint quad = 0; quad < kQuads; ++quad) AccumulateInputs(row, weight, quad, 4);
  } else {
    for (uint quad = 0; quad < quads; ++quad) AccumulateInputs(row, weight, quad, 4);
  }
  if (kInputTail != 0) AccumulateInputs(row, weight, quads, kInputTail);
}

void AccumulateRow(const WindowTile tile, const uint ky) {
  const int y = int(tile.row * kStrideH + ky * kDilationH) - pad_top;
  const int near = clamp(y, 0, input_h - 1);
  InputRow row;
  row.first = Place(source_first + tile.image * source_image + uint(near) * source_row);
  row.column = int(tile.column * kStrideW) - pad_left;
  row.inside = y == near;
  uint weight = ky * kFilterW * inputs * blocks + tile.block;
  for (uint kx = 0; kx < kFilterW; kx += kTaps) {
    AccumulateTaps(row, weight);
    row.column += int(kDilationW);
    weight += inputs * blocks;
  }
}

// Stores fewer than four output channels as whole vectors, several pixels in one.
void StorePacked(const uint element, const vec4 a, const vec4 b, const vec4 c, const vec4 d) {
  if (kPacked == 1) {
    result_v4[element] = vec4(a.x, b.x, c.x, d.x);
  } else if (kPacked == 2) {
    result_v4[element] = vec4(a.xy, b.xy);
    result_v4[element + 1] = vec4(c.xy, d.xy);
  } else {
    result_v4[element] = vec4(a.xyz, b.x);
    result_v4[element + 1] = vec4(b.yz, c.xy);
    result_v4[element + 2] = vec4(c.z, d.xyz);
  }
}

void main() {
  const WindowTile tile = MAKE_WINDOW_TILE(blocks);
  const uint channel = tile.block * 4;
  const uint valid = kPacked > 0 ? kPacked : min(4u, output_c - channel);
  [[unroll]] for (uint i = 0; i < 4; ++i) StartGroup(i, channel);
  [[unroll]] for (uint p = 0; p < kTileW; ++p) sums[p] = vec4(0.0);
  for (uint ky = 0; ky < kFilterH; ++ky) AccumulateRow(tile, ky);

  // Added last, as TFLite does: sums of many small terms keep their low bits.
  const vec4 offset = LoadVector_bias(tile.block);
  const uint pixel = OffsetIn(kAligned, output_c);
  const uint row = (tile.image * output_h + tile.row) * output_w * pixel + OffsetIn(kAligned, channel);
  const uint last = row + (output_w - 1) * pixel;
  [[unroll]] for (uint p = 0; p < kTileW; ++p) {
    const uint element = min(row + (tile.column + p) * pixel, last);
    const vec4 value = Epilogue(sums[p] + offset, kAligned, element, channel, valid);
    const bool exists = tile.exists && tile.column + p < output_w;
    if (kPacked == 0) {
      Put_result(kPaired, p, exists, kAligned, element, valid, value);
    } else {
      sums[p] = value;
      if (p % 4 == 3 && exists) StorePacked((element + kPacked - 4 * kPacked) / 4, sums[p - 3], sums[p - 2], sums[p - 1], value);
    }
  }
}
