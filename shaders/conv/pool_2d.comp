#version 450
// Maximum, average or root mean square over windows: out = epilogue(pool(in)), dims NHWC. One invocation writes a tile of
// pixels times four channels. An input pixel is loaded once for all pixels of the tile whose windows contain it.
//
// A PAD before the operator may have been fused. Its zeros lie around the input and take part; positions beyond them (the
// operator's own padding) do not.
// Iterations: ((kTileH - 1) * kStrideH + kFilterH) * (8 + (kTileW - 1) * kStrideW + 2 * kFilterW)
// Variant texels: TEXELS FETCH PAIRS
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 2
READ_TENSOR(0, source)
WRITE_TENSOR(1, result)
#include "common/epilogue.glsl"
#include "common/image_strides.glsl"
#include "conv/window_tile.glsl"

layout(constant_id = 5) const bool kAligned = true;  // channels is a multiple of 4
layout(constant_id = 6) const bool kAverage = false;
layout(constant_id = 12) const bool kSquares = false;  // the root of the mean square
layout(constant_id = 7) const uint kFilterH = 2;
layout(constant_id = 8) const uint kFilterW = 2;
layout(constant_id = 9) const uint kStrideH = 2;
layout(constant_id = 10) const uint kStrideW = 2;
layout(constant_id = 11) const bool kPaired = false;  // blocks and the pixels of a tile are even numbers
layout(constant_id = 13) const bool kHasZeros = false;  // zeros around the input take part

layout(push_constant) uniform Push {
  WINDOW_TILE_PUSH
  int input_h, input_w;
  IMAGE_STRIDES_PUSH
  uint output_h, output_w, channels;
  uint blocks;  // blocks of four channels, rounded up
  int offset_h, offset_w;  // offset of the first window from the input's first element; not positive
  int top, bottom, left, right;  // zeros around the input that take part
};

vec4 values[kMaxTile];

// Adds the input pixel `r` rows below and `c` columns right of the first pixel of the tile's first window. A position outside
// the input reads the nearest pixel inside. That pixel lies in the window too, so it changes no maximum; sums skip it. A tile
// of one pixel gets only positions in its window.
void Accumulate(const WindowTile tile, const uint r, const uint c, const uint channel, const uint valid) {
  const int y = int(tile.row * kStrideH + r) + offset_h;
  const int x = int(tile.column * kStrideW + c) + offset_w;
  const int near_y = clamp(y, 0, input_h - 1);
  const int near_x = clamp(x, 0, input_w - 1);
  const bool whole = kAligned && kSourceAligned;
  const uint row = OffsetIn(whole, source_first + tile.image * source_image + uint(near_y) * source_row);
  vec4 next = Load4_source(whole, row + OffsetIn(whole, uint(near_x) * source_pixel + channel), valid);
  if (kSquares) next *= next;
  if (kAverage) {
    next = mix(vec4(0.0), next, bvec4(y == near_y && x == near_x));
  } else {
    next = mix(next, vec4(-kLargest), IsNan(next));  // TFLite's maximum ignores a NaN
  }
  [[unroll]] for (uint p = 0; p < kTileH * kTileW; ++p) {
    // Wraps around to a huge value if the input is above or left of the pixel's window.
    const bool hits_row = kTileH == 1 || r - p / kTileW * kStrideH < kFilterH;
    const bool hits_column = kTileW == 1 || c - p % kTileW * kStrideW < kFilterW;
    if (hits_row && hits_column) values[p] = kAverage ? values[p] + next : max(values[p], next);
  }
}

void AccumulateRow(const WindowTile tile, const uint r, const uint channel, const uint valid) {
  [[unroll]] for (uint c = 0; c < (kTileW - 1) * kStrideW + kFilterW; ++c) Accumulate(tile, r, c, channel, valid);
}

// Adds `count` columns of a tile of one pixel; `count` is a constant expression.
void AccumulateColumns(const WindowTile tile, const uint first, const uint count, const uint channel, const uint valid) {
  for (uint r = 0; r < kFilterH; ++r) {
    for (uint c = 0; c < count; ++c) Accumulate(tile, r, first + c, channel, valid);
  }
}

// Wider windows are taken in runs of kRun columns. Compilers that unroll all columns keep a condition for each in scalar
// registers, and spill them.
const uint kMostColumns = 32;
const uint kRun = 16;

void AccumulateWindow(const WindowTile tile, const uint channel, const uint valid) {
  const bool is_wide = kFilterW > kMostColumns;
  const uint rest = is_wide ? kFilterW % kRun : kFilterW;
  AccumulateColumns(tile, 0, rest, channel, valid);
  if (!is_wide) return;
  [[dont_unroll]] for (uint c = rest; c < kFilterW; c += kRun) AccumulateColumns(tile, c, kRun, channel, valid);
}

// Returns the pixel's value from the sum or maximum over the input pixels in its window.
vec4 Finish(const vec4 value, const int h, const int w) {
  if (!kAverage && !kHasZeros) return value;  // every window has an element of the input
  const int bottom_end = h + int(kFilterH);
  const int right_end = w + int(kFilterW);
  const int rows = min(bottom_end, input_h) - max(h, 0);
  const int columns = min(right_end, input_w) - max(w, 0);
  int counted = rows * columns;
  if (kHasZeros) {
    counted = (min(bottom_end, input_h + bottom) - max(h, -top)) * (min(right_end, input_w + right) - max(w, -left));
  }
  if (kSquares) return sqrt(value / float(counted));
  if (kAverage) return value / float(counted);
  const vec4 with_zeros = rows * columns < counted ? max(value, 0.0) : value;
  return rows > 0 && columns > 0 ? with_zeros : vec4(0.0);
}

void main() {
  const WindowTile tile = MAKE_WINDOW_TILE(blocks);
  const uint channel = tile.block * 4;
  const uint valid = min(4u, channels - channel);
  [[unroll]] for (uint p = 0; p < kTileH * kTileW; ++p) values[p] = vec4(kAverage ? 0.0 : -kLargest);
  if (kTileH == 1 && kTileW == 1) {
    AccumulateWindow(tile, channel, valid);
  } else if (kTileH == 1) {
    for (uint r = 0; r < kFilterH; ++r) AccumulateRow(tile, r, channel, valid);
  } else {
    [[unroll]] for (uint r = 0; r < (kTileH - 1) * kStrideH + kFilterH; ++r) AccumulateRow(tile, r, channel, valid);
  }
  [[unroll]] for (uint p = 0; p < kTileH * kTileW; ++p) {
    const uint y = tile.row + p / kTileW;
    const uint x = tile.column + p % kTileW;
    const uint pixel = OffsetIn(kAligned, channels);
    const uint row = (tile.image * output_h + min(y, output_h - 1)) * (output_w * pixel);
    const uint offset = row + min(x, output_w - 1) * pixel + OffsetIn(kAligned, channel);
    const vec4 value = Finish(values[p], int(y * kStrideH) + offset_h, int(x * kStrideW) + offset_w);
    const vec4 final = Epilogue(value, kAligned, offset, channel, valid);
    Put_result(kPaired, p, tile.exists && y < output_h && x < output_w, kAligned, offset, valid, final);
  }
}
