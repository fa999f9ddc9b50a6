#version 450
// Depthwise convolution, NHWC: output channel c reads input channel c only. One invocation writes a tile of pixels
// times four channels. An input pixel is loaded once for all pixels of the tile whose windows contain it. Weights:
// [tap][channel block] of four channels.
// Iterations: ((kTileH - 1) * kStrideH + kFilterH * kDilationH) * (3 + (kTileW - 1) * kStrideW + kFilterW * kDilationW)
// Variant texels: TEXELS FETCH PAIRS
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 4
READ_TENSOR(0, source)
READ_TENSOR(1, weights)
READ_TENSOR(2, bias)
WRITE_TENSOR(3, result)
#include "common/epilogue.glsl"
#include "common/image_strides.glsl"
#include "conv/window_tile.glsl"

layout(constant_id = 5) const bool kAligned = true;  // channels are a multiple of 4
layout(constant_id = 6) const bool kMayMiss = true;  // pixels may lie in the padding
layout(constant_id = 7) const uint kFilterH = 1;
layout(constant_id = 8) const uint kFilterW = 1;
layout(constant_id = 9) const uint kStrideH = 1;
layout(constant_id = 10) const uint kStrideW = 1;
layout(constant_id = 11) const uint kDilationH = 1;
layout(constant_id = 12) const uint kDilationW = 1;
layout(constant_id = 13) const bool kPaired = false;  // blocks and the pixels of a tile are even numbers

layout(push_constant) uniform Push {
  WINDOW_TILE_PUSH
  int input_h, input_w;
  IMAGE_STRIDES_PUSH
  uint output_h, output_w;
  uint channels;
  uint blocks;  // blocks of four channels, rounded up
  int pad_top, pad_left;
};

const uint kLastColumn = (kTileW - 1) * kStrideW + (kFilterW - 1) * kDilationW;  // last column of a tile's inputs, from 0
vec4 sums[kMaxTile];

// Adds one input row, `r` rows below the tile's first tap. A tile of one row gets only rows that contain its taps.
void AccumulateRow(const WindowTile tile, const uint r, const uint channel, const uint valid) {
  const int y = int(tile.row * kStrideH + r) - pad_top;
  // Offsets within a row, so that the columns of a tile differ by an addition. The origin is added first, since
  // compilers would otherwise undo this. Tiles beside the input are clamped to its neighbourhood.
  const bool whole = kAligned && kSourceAligned;
  const int pixel = int(OffsetIn(whole, source_pixel));
  const int origin = int(OffsetIn(whole, channel));
  const int left = clamp(int(tile.column * kStrideW) - pad_left, -int(kLastColumn) - 1, input_w) * pixel + origin;
  const int right = (input_w - 1) * pixel + origin;
  const int near_y = clamp(y, 0, input_h - 1);
  const uint row = OffsetIn(whole, source_first + tile.image * source_image + uint(near_y) * source_row);
  vec4 w[kTileH * kFilterW];
  [[unroll]] for (uint i = 0; i < kTileH * kFilterW; ++i) {
    const uint tap = min((r - i / kFilterW * kStrideH) / kDilationH, kFilterH - 1) * kFilterW + i % kFilterW;
    w[i] = LoadVector_weights(tap * blocks + tile.block);
  }
  [[unroll]] for (uint c = 0; c <= kLastColumn; ++c) {
    const int position = left + int(c) * pixel;
    const int near = clamp(position, origin, right);
    vec4 value = Load4_source(whole, row + uint(near), valid);
    if (kMayMiss) value = mix(vec4(0.0), value, bvec4(y == near_y && position == near));
    [[unroll]] for (uint p = 0; p < kTileH * kTileW; ++p) {
      // Wraps around to a huge value if the input is above or left of the pixel's window.
      const uint down = r - p / kTileW * kStrideH;
      const uint right = c - p % kTileW * kStrideW;
      const bool hits_row = kTileH == 1 || (down % kDilationH == 0 && down / kDilationH < kFilterH);
      if (hits_row && right % kDilationW == 0 && right / kDilationW < kFilterW) {
        sums[p] += value * w[p / kTileW * kFilterW + right / kDilationW];
      }
    }
  }
}

void main() {
  const WindowTile tile = MAKE_WINDOW_TILE(blocks);
  const uint channel = tile.block * 4;
  const uint valid = min(4u, channels - channel);
  [[unroll]] for (uint p = 0; p < kTileH * kTileW; ++p) sums[p] = vec4(0.0);
  if (kTileH == 1) {
    for (uint ky = 0; ky < kFilterH; ++ky) AccumulateRow(tile, ky * kDilationH, channel, valid);
  } else {
    [[unroll]] for (uint r = 0; r <= (kTileH - 1) * kStrideH + (kFilterH - 1) * kDilationH; ++r) {
      AccumulateRow(tile, r, channel, valid);
    }
  }

  // Added last, as TFLite does: sums of many small terms keep their low bits.
  const vec4 offset = LoadVector_bias(tile.block);
  const uint pixel = OffsetIn(kAligned, channels);
  const uint first = tile.column * pixel + OffsetIn(kAligned, channel);  // first and last offset in the output's row
  const uint last = (output_w - 1) * pixel + OffsetIn(kAligned, channel);
  [[unroll]] for (uint p = 0; p < kTileH * kTileW; ++p) {
    const uint y = tile.row + p / kTileW;
    const uint x = tile.column + p % kTileW;
    const uint row = (tile.image * output_h + min(y, output_h - 1)) * (output_w * pixel);
    const uint element = row + min(first + p % kTileW * pixel, last);
    const vec4 value = Epilogue(sums[p] + offset, kAligned, element, channel, valid);
    Put_result(kPaired, p, tile.exists && y < output_h && x < output_w, kAligned, element, valid, value);
  }
}
