#version 450
// 2D convolution of int8 values, NHWC, grouped and dilated, in tiles of pixels. Results equal those of quantized_conv_2d.comp
// bit for bit; conv/int8_tile.glsl describes tiles and sums. The host has subtracted the pixels' zero point times the sum of
// the weights from the bias. Taps beside the image therefore read the zero point.
//
// This also computes matrix multiplications. The pixels of a group are the rows of its left matrix, and each group has a right
// matrix (pack_quantized_matrices.comp). The right matrix is floats minus their zero point, or words of values. For words, sums of
// rows and columns compensate for the zero points. All groups have one multiplier.
// Iterations: kFilterH * (1 + kFilterW * (1 + Ceil(quads, kExactQuads) + Ceil(quads, kStep)))
// Variant scalar_texels: TEXELS SCALAR_SOURCE SHARED_PIXELS PAIRS
// Variant dots: DOT_PRODUCTS
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define ROWS
#include "common/divide.glsl"
#include "common/quantized_words.glsl"
READ_WORD_TEXELS(0, source)
READ_VECTOR_TEXELS(1, weights)   // [panel][tap][four inputs][lane][output of the block]: words of four inputs
READ_VECTOR_TEXELS(2, channels)  // [block of all groups, or one for a matmul]: bias, multiplier, shifts left, right

layout(local_size_x_id = 0, local_size_y_id = 1) in;
#include "common/tile_index.glsl"
#include "conv/int8_tile_size.glsl"
#include "conv/quantized_result.glsl"

layout(push_constant) uniform Push {
  INT8_TILE_PUSH
  uint blocks;       // blocks of a pixel: those of all groups, or of a matrix
  uint group_words;  // words of the output from one group to the next: a group's blocks, or a whole matrix
  QUANTIZED_RESULT_PUSH
};

const uint kWeightBits = 8;
layout(constant_id = 19) const bool kIsFlat = false;
layout(constant_id = 20) const bool kIsMatmul = false;  // a matmul; group_inputs is then the distance of left matrices
#ifdef DOT_PRODUCTS
#define ADD_UP kIsMatmul
// Bytes of `zeros` for a matmul: zero points of the left and the right matrix, and the number of inputs in the last quad.
#define LAST_ONES 0x01010101u >> 8 * (4 - (zeros >> 16))
#else
#define FLOAT_WEIGHTS kIsMatmul
#endif
#define ZEROS(i) zeros
#define START_PIXEL(i, image)
#include "conv/int8_tile.glsl"

// Returns the sums of pixel `p` of the tile.
ivec4 SumOf(const uint p) {
  if (kIsLong) return totals[p];
#ifdef DOT_PRODUCTS
  if (kIsMatmul) return sums[p] - Integer(zeros, 1) * pixel_sums[p] - Integer(zeros, 0) * weight_sums;
#endif
  return ivec4(sums[p]);
}

void main() {
  const uint group = gl_WorkGroupID.x / panels;
  const uint lane = LocalX();
  const uint block = gl_WorkGroupID.x % panels * LocalWidth() + lane;  // block within the group
  const uint first_pixel = TileIndex() * kTile;
  StartTile(first_pixel, group * group_inputs);
  Accumulate(gl_WorkGroupID.x * kFilterH * kFilterW * quads * LocalWidth() + lane);
  const uint end_pixel = block < group_blocks ? pixels : 0;
  const uint near_block = group * group_words + min(block, group_blocks - 1);
  const Channels own = LOAD_CHANNELS(channels, kIsMatmul ? 0 : near_block);
  if (kIsLong) TakeTotals();
  TAKE_RESULT_ROWS
  uint words[kMaxTile];
  [[unroll]] for (uint p = 0; p < kTile; ++p) words[p] = Word(SumOf(p), own);
  StoreWords(words, kTile, first_pixel, end_pixel, blocks, near_block);
}
