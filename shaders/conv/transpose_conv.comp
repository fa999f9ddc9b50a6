#version 450
// Transposed convolution, NHWC, as a gather. An output pixel takes from each filter tap the one input pixel
// that the forward scatter would spread onto it, if any. Output columns with the same remainder modulo the
// stride (a phase) use the same taps. One invocation therefore writes kTile columns of one phase times four
// channels. Workgroups: x = panels of `lanes` channel blocks; y and z = tiles.
// Iterations: Ceil(kFilterH, kStrideH) * (3 + Ceil(kFilterW, kStrideW) * (3 + input_c / 4))
#extension GL_GOOGLE_include_directive : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 4
READ_TENSOR(0, source)
READ_TENSOR(1, weights)
READ_TENSOR(2, bias)
WRITE_TENSOR(3, result)
#include "common/epilogue.glsl"

layout(local_size_x_id = 0, local_size_y_id = 1) in;
#include "common/conv_tile.glsl"
layout(constant_id = 6) const bool kAligned = true;  // output_c is a multiple of 4
layout(constant_id = 7) const uint kFilterH = 1;
layout(constant_id = 8) const uint kFilterW = 1;
layout(constant_id = 9) const uint kStrideH = 1;
layout(constant_id = 10) const uint kStrideW = 1;

layout(push_constant) uniform Push {
  int input_h, input_w;
  IMAGE_STRIDES_PUSH
  uint input_c;
  uint output_h, output_w, output_c;
  uint tiles_phase;  // tiles of one phase in an output row; a row has kStrideW phases
  uint tiles;        // total number of tiles
  uint pad_top, pad_left;
};

// Accumulates one row of the filter. `row`: offset of the input row. `phase` and `first`: the tile's columns
// are phase + kStrideW * (first + p). `weight`: index of the lane's first weight vector for the filter row.
void AccumulateRow(const uint row, const uint phase, const uint first, const uint weight) {
  const uint shifted = phase + pad_left;
  for (uint kx = shifted % kStrideW; kx < kFilterW; kx += kStrideW) {
    const int left = (int(shifted) - int(kx)) / int(kStrideW) + int(first);
    [[unroll]] for (uint p = 0; p < kTile; ++p) {
      const int x = left + int(p);
      inside[p] = x >= 0 && x < input_w;
      pixels[p] = Place(row + uint(clamp(x, 0, input_w - 1)) * source_pixel);
    }
    AccumulateTaps(weight + kx * TapStride(input_c), input_c, 0, 1);
  }
}

void main() {
  const uint panel = gl_WorkGroupID.x;
  const uint lane = gl_LocalInvocationID.x;
  const uint tile = min(TileIndex(), tiles - 1);
  const uint first = tile % tiles_phase * kTile;
  const uint phase = tile / tiles_phase % kStrideW;
  const uint row = tile / (tiles_phase * kStrideW);
  [[unroll]] for (uint p = 0; p < kTile; ++p) sums[p] = vec4(0.0);

  const uint shifted = row % output_h + pad_top;
  const uint image = source_first + row / output_h * source_image;
  const uint tap_stride = TapStride(input_c);
  const uint panel_weights = panel * kFilterH * kFilterW * tap_stride + lane;
  for (uint ky = shifted % kStrideH; ky < kFilterH; ky += kStrideH) {
    const int y = (int(shifted) - int(ky)) / int(kStrideH);
    if (y < 0 || y >= input_h) continue;
    AccumulateRow(image + uint(y) * source_row, phase, first,
                  panel_weights + ky * kFilterW * tap_stride);
  }

  const uint channel = (panel * Lanes() + lane) * 4;
  if (TileIndex() >= tiles || channel >= output_c) return;
  const uint valid = min(4u, output_c - channel);
  // Added last, as TFLite does: sums of many small terms keep their low bits.
  const vec4 offset = LoadVector_bias(panel * Lanes() + lane);
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    const uint column = phase + (first + p) * kStrideW;
    if (column >= output_w) return;
    const uint element = OffsetIn(kAligned, (row * output_w + column) * output_c + channel);
    Store4_result(kAligned, element, valid, Epilogue(sums[p] + offset, kAligned, element, channel, valid));
  }
}
