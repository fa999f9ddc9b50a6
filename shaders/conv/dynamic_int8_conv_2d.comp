#version 450
// 2D convolution with integer weights for float layers, grouped and dilated, bit for bit as TFLite's reference kernel. The
// images were quantized by quantize_rows.comp, one row per image.
//
// Computes out = epilogue(bias + sum over taps and input channels of (pixel - zero point of the image) * weight * scales). The
// scales are those of the image and of the channel. conv/int8_tile.glsl describes tiles and sums.
// Iterations: kFilterH * (1 + kFilterW * (1 + Ceil(quads, kExactQuads) + Ceil(quads, kStep)))
// Variant texels: TEXELS SHARED_PIXELS PAIRS
// Variant ragged_texels: TEXELS SHARED_PIXELS RAGGED PAIRS
// Variant dots: DOT_PRODUCTS
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 4
#include "common/quantized_words.glsl"
READ_WORD_TEXELS(0, source)
READ_VECTOR_TEXELS(1, weights)   // [panel][tap][four inputs][lane][output of the block]: words of four inputs, or half words
READ_VECTOR_TEXELS(2, channels)  // [block of all groups]: scales, biases, sums of weights, four each
WRITE_TENSOR(3, result)
#include "common/divide.glsl"
#include "common/epilogue.glsl"

layout(local_size_x_id = 0, local_size_y_id = 1) in;
#include "common/tile_index.glsl"
#include "conv/int8_tile_size.glsl"
layout(constant_id = 15) const bool kAligned = true;  // output channels of a group are a multiple of 4
layout(constant_id = 16) const bool kPaired = false;  // blocks and the pixels of a tile are even numbers
layout(constant_id = 17) const uint kWeightBits = 8;
#include "conv/dynamic_int8_result.glsl"

layout(push_constant) uniform Push {
  INT8_TILE_PUSH
  uint outputs;  // output channels of a group
  uint output_c;
  uint headers;  // index of the word where the scales and zero points of images begin
};

uint own_zeros[kMaxOwn];
#define ZEROS(i) own_zeros[i]
#define START_PIXEL(i, image) own_zeros[i] = ZerosOf(image, headers);
const bool kIsFlat = false;
#include "conv/int8_tile.glsl"

void main() {
  const uint group = gl_WorkGroupID.x / panels;
  const uint lane = LocalX();
  const uint block = gl_WorkGroupID.x % panels * LocalWidth() + lane;  // block within the group
  const uint first_pixel = TileIndex() * kTile;
  StartTile(first_pixel, group * group_inputs);
  Accumulate(gl_WorkGroupID.x * kFilterH * kFilterW * quads * LocalWidth() + lane);
  if (kIsLong) TakeTotals();
  const uint end_pixel = block < group_blocks ? pixels : 0;
  const uint near_block = min(block, group_blocks - 1);
  const DynamicInt8Channels own = LOAD_DYNAMIC_INT8_CHANNELS(channels, group * group_blocks + near_block);
  const uint valid = min(4u, outputs - near_block * 4);
  const uint channel = group * outputs + near_block * 4;
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    const uint pixel = min(first_pixel + p, pixels - 1);
    const uint image = Divide(Divide(pixel, by_output_w), by_output_h);
    const vec4 value = Scaled(kIsLong ? totals[p] : ivec4(sums[p]), own, image, headers);
    const uint offset = OffsetIn(kAligned, pixel * output_c + channel);
    Put_result(kPaired, p, first_pixel + p < end_pixel, kAligned, offset, valid,
               Epilogue(value, kAligned, offset, channel, valid));
  }
}
