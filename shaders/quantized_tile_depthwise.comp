#version 450
// Depthwise convolution of int8 numbers, NHWC, with one output of each input channel: the numbers of quantized_conv_2d.comp, bit for
// bit. Tiles and sums are those of common/byte_windows.glsl; channels are a multiple of four, and taps are 1,024 at most. The host
// has taken the pixels' zero point times the sum of the weights out of the bias.
// Iterations: ((kTileH - 1) * kStrideH + kFilterH * kDilationH) * (3 + (kTileW - 1) * kStrideW + kFilterW * kDilationW)
// Variant texels: TEXELS PAIRS
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define ROWS
#include "common/quantized_words.glsl"
READ_WORD_TEXELS(0, source)
READ_WORD_TEXELS(1, weights)   // [tap][block]: words of four channels
READ_VECTOR_TEXELS(2, channels)  // [block]: bias, multiplier, left and right shift, four each
#include "common/window_tile.glsl"
#include "common/byte_windows_size.glsl"
#include "common/quantized_result.glsl"

layout(push_constant) uniform Push {
  BYTE_WINDOWS_PUSH
  QUANTIZED_RESULT_PUSH
};

const bool kSourceAligned = true;
const uint kMultiplier = 1;
const bool kIsLong = false;
#define ZEROS zeros
#include "common/byte_windows.glsl"

void main() {
  const WindowTile tile = MAKE_WINDOW_TILE(blocks);
  AccumulateRows(tile);
  const Channels own = LOAD_CHANNELS(channels, tile.block);
  TAKE_RESULT_ROWS
  [[unroll]] for (uint y = 0; y < kTileH; ++y) {
    const uint row = tile.row + y;
    const uint first = ((tile.image * output_h + min(row, output_h - 1)) * output_w + tile.column);
    const uint end = tile.exists && row < output_h ? first + output_w - tile.column : 0;
    uint words[kMaxTile];
    [[unroll]] for (uint x = 0; x < kTileW; ++x) words[x] = Word(SumOf(y * kTileW + x), own);
    StoreWords(words, kTileW, first, end, blocks, tile.block);
  }
}
