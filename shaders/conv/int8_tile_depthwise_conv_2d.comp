#version 450
// Depthwise convolution of int8 values, NHWC, with one output per input channel. Results equal those of quantized_conv_2d.comp
// bit for bit; conv/int8_windows.glsl describes tiles and sums. Channels are a multiple of four, and there are at most 1,024
// taps. The host has subtracted the pixels' zero point times the sum of the weights from the bias.
// Iterations: ((kTileH - 1) * kStrideH + kFilterH * kDilationH) * (3 + (kTileW - 1) * kStrideW + kFilterW * kDilationW)
// Variant texels: TEXELS PAIRS
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define ROWS
#include "common/quantized_words.glsl"
READ_WORD_TEXELS(0, source)
READ_WORD_TEXELS(1, weights)   // [tap][block]: words of four channels
READ_VECTOR_TEXELS(2, channels)  // [block]: bias, multiplier, left and right shift, four each
#include "conv/window_tile.glsl"
#include "conv/int8_windows_size.glsl"
#include "conv/quantized_result.glsl"

layout(push_constant) uniform Push {
  INT8_WINDOWS_PUSH
  QUANTIZED_RESULT_PUSH
};

const bool kSourceAligned = true;
const uint kMultiplier = 1;
const bool kIsLong = false;
#define ZEROS zeros
// Sums up to 2^22 that start from 3 * 2^22 can be read from the float's bits. The host has subtracted the bits of the start
// from the bias.
const bool kHasSmallSums = kFilterH * kFilterW <= 255;
const float kFirstSum = kHasSmallSums ? 12582912.0 : 0.0;
#include "conv/int8_windows.glsl"

void main() {
  const WindowTile tile = MAKE_WINDOW_TILE(blocks);
  AccumulateRows(tile);
  const Channels own = LOAD_CHANNELS(channels, tile.block);
  TAKE_RESULT_ROWS
  const uint first_pixel = (tile.image * output_h + tile.row) * output_w + tile.column;
  [[unroll]] for (uint y = 0; y < kTileH; ++y) {
    const uint first = first_pixel + y * output_w;
    const uint end = tile.exists && tile.row + y < output_h ? first + output_w - tile.column : 0;
    uint words[kMaxTile];
    [[unroll]] for (uint x = 0; x < kTileW; ++x) words[x] = Word(kHasSmallSums ? floatBitsToInt(sums[y * kTileW + x]) : SumOf(y * kTileW + x), own);
    StoreWords(words, kTileW, first, end, blocks, tile.block);
  }
}
