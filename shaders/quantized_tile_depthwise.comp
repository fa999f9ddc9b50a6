#version 450
// Depthwise convolution of int8 numbers, NHWC, with one output of each input channel: the numbers of quantized_conv_2d.comp, bit for
// bit. One invocation computes a tile of pixels times four channels; an input pixel is loaded and unpacked once for all pixels of
// the tile whose windows it lies in. Channels are a multiple of four. Products are added up as floats, which is exact up to 2^24:
// at most 1,024 taps. The host has taken the pixels' zero point times the sum of the weights out of the bias.
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
#include "common/quantized_result.glsl"

layout(constant_id = 6) const bool kMayMiss = true;  // pixels may lie beside the image
layout(constant_id = 7) const uint kFilterH = 1;
layout(constant_id = 8) const uint kFilterW = 1;
layout(constant_id = 9) const uint kStrideH = 1;
layout(constant_id = 10) const uint kStrideW = 1;
layout(constant_id = 11) const uint kDilationH = 1;
layout(constant_id = 12) const uint kDilationW = 1;

layout(push_constant) uniform Push {
  WINDOW_TILE_PUSH
  QUANTIZED_RESULT_PUSH
  int input_h, input_w;
  uint output_h, output_w;
  uint blocks;  // of four channels
  int pad_top, pad_left;
  uint source_image, source_row, source_pixel, source_first;  // in words, as IMAGE_STRIDES_PUSH
};

const uint kLastColumn = (kTileW - 1) * kStrideW + (kFilterW - 1) * kDilationW;  // that a tile reads, from its first
vec4 sums[kMaxTile];

// One input row, `r` rows below the tile's first tap. A tile of one row is only given rows that its taps lie in.
void AccumulateRow(const WindowTile tile, const uint r) {
  const int y = int(tile.row * kStrideH + r) - pad_top;
  const int near_y = clamp(y, 0, input_h - 1);
  // Places in a row, so that the columns of a tile differ by an addition. A tile that lies beside the input stays near.
  const int pixel = int(source_pixel);
  const int origin = int(tile.block);
  const int left = clamp(int(tile.column * kStrideW) - pad_left, -int(kLastColumn) - 1, input_w) * pixel + origin;
  const int right = (input_w - 1) * pixel + origin;
  const uint row = source_first + tile.image * source_image + uint(near_y) * source_row;
  vec4 w[kTileH * kFilterW];
  [[unroll]] for (uint i = 0; i < kTileH * kFilterW; ++i) {
    const uint tap = min((r - i / kFilterW * kStrideH) / kDilationH, kFilterH - 1) * kFilterW + i % kFilterW;
    w[i] = vec4(Numbers(LoadWord_weights(tap * blocks + tile.block)));
  }
  [[unroll]] for (uint c = 0; c <= kLastColumn; ++c) {
    const int place = left + int(c) * pixel;
    const int near = clamp(place, origin, right);
    const uint word = LoadWord_source(row + uint(near));
    const vec4 value = vec4(Numbers(kMayMiss ? mix(zeros, word, y == near_y && place == near) : word));
    [[unroll]] for (uint p = 0; p < kTileH * kTileW; ++p) {
      // Huge where the input is above or left of the pixel's window.
      const uint down = r - p / kTileW * kStrideH;
      const uint across = c - p % kTileW * kStrideW;
      const bool hits_row = kTileH == 1 || (down % kDilationH == 0 && down / kDilationH < kFilterH);
      if (hits_row && across % kDilationW == 0 && across / kDilationW < kFilterW) {
        sums[p] += value * w[p / kTileW * kFilterW + across / kDilationW];
      }
    }
  }
}

void main() {
  const WindowTile tile = MAKE_WINDOW_TILE(blocks);
  [[unroll]] for (uint p = 0; p < kTileH * kTileW; ++p) sums[p] = vec4(0.0);
  if (kTileH == 1) {
    for (uint ky = 0; ky < kFilterH; ++ky) AccumulateRow(tile, ky * kDilationH);
  } else {
    [[unroll]] for (uint r = 0; r <= (kTileH - 1) * kStrideH + (kFilterH - 1) * kDilationH; ++r) AccumulateRow(tile, r);
  }

  const Channels own = LOAD_CHANNELS(channels, tile.block);
  TAKE_RESULT_ROWS
  [[unroll]] for (uint y = 0; y < kTileH; ++y) {
    const uint row = tile.row + y;
    const uint first = ((tile.image * output_h + min(row, output_h - 1)) * output_w + tile.column);
    const uint end = tile.exists && row < output_h ? first + output_w - tile.column : 0;
    uint words[kMaxTile];
    [[unroll]] for (uint x = 0; x < kTileW; ++x) words[x] = Word(ivec4(sums[y * kTileW + x]), own);
    StoreWords(words, kTileW, first, end, blocks, tile.block);
  }
}
