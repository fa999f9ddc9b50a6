#version 450
// 3D convolution, NDHWC, dilated: out = epilogue(sum over taps and input channels + bias). A tile is kTile consecutive columns
// of an output row times four channels; one invocation computes one. Workgroups: x = panels of `lanes` channel blocks; y and
// z = tiles.
// Iterations: kFilterD * (3 + kFilterH * (3 + kFilterW * (3 + input_c / 4)))
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 4
READ_TENSOR(0, source)
READ_TENSOR(1, weights)
READ_TENSOR(2, bias)
WRITE_TENSOR(3, result)
#include "common/divide.glsl"
#include "common/epilogue.glsl"

layout(local_size_x_id = 0, local_size_y_id = 1) in;
#include "common/conv_tile.glsl"
layout(constant_id = 6) const bool kAligned = true;  // output_c is a multiple of 4
layout(constant_id = 7) const uint kFilterD = 1;
layout(constant_id = 8) const uint kFilterH = 1;
layout(constant_id = 9) const uint kFilterW = 1;
layout(constant_id = 10) const uint kStrideD = 1;
layout(constant_id = 11) const uint kStrideH = 1;
layout(constant_id = 12) const uint kStrideW = 1;
layout(constant_id = 14) const uint kDilationD = 1;
layout(constant_id = 15) const uint kDilationH = 1;
layout(constant_id = 16) const uint kDilationW = 1;

layout(push_constant) uniform Push {
  uvec2 by_tiles_w, by_output_h, by_output_d;
  int input_d, input_h, input_w;
  uint input_c;
  uint output_d, output_h, output_w, output_c;
  uint tiles_w;  // tiles in an output row
  uint tiles;    // total number of tiles
  int pad_front, pad_top, pad_left;
};

// Accumulates the taps of one filter row. `row`: index of the input row's first pixel. `left`: column of the tile's first pixel
// under the first tap. `weight`: index of the lane's first weight vector for the filter row.
void AccumulateRow(const uint row, const int left, const uint weight) {
  for (uint kx = 0; kx < kFilterW; ++kx) {
    [[unroll]] for (uint p = 0; p < kTile; ++p) {
      const int x = left + int(p * kStrideW + kx * kDilationW);
      inside[p] = x >= 0 && x < input_w;
      pixels[p] = Place((row + uint(kMayMiss ? clamp(x, 0, input_w - 1) : x)) * input_c);
    }
    AccumulateTaps(weight + kx * TapStride(input_c), input_c, 0, 1);
  }
}

// Accumulates one plane of the filter. `plane`: index of the input plane's first row.
void AccumulatePlane(const uint plane, const int top, const int left, const uint weight) {
  for (uint ky = 0; ky < kFilterH; ++ky) {
    const int y = top + int(ky * kDilationH);
    if (y < 0 || y >= input_h) continue;
    AccumulateRow((plane + uint(y)) * uint(input_w), left, weight + ky * kFilterW * TapStride(input_c));
  }
}

void main() {
  const uint panel = gl_WorkGroupID.x;
  const uint lane = gl_LocalInvocationID.x;
  const uint tile = min(TileIndex(), tiles - 1);
  const uint row = Divide(tile, by_tiles_w);
  const uint first = (tile - row * tiles_w) * kTile;
  const uint plane = Divide(row, by_output_h);
  const uint image = Divide(plane, by_output_d);
  const int left = int(first * kStrideW) - pad_left;
  const int top = int((row - plane * output_h) * kStrideH) - pad_top;
  const int front = int((plane - image * output_d) * kStrideD) - pad_front;
  [[unroll]] for (uint p = 0; p < kTile; ++p) sums[p] = vec4(0.0);

  const uint plane_stride = kFilterH * kFilterW * TapStride(input_c);
  for (uint kz = 0; kz < kFilterD; ++kz) {
    const int z = front + int(kz * kDilationD);
    if (z < 0 || z >= input_d) continue;
    AccumulatePlane((image * uint(input_d) + uint(z)) * uint(input_h), top, left,
                    (panel * kFilterD + kz) * plane_stride + lane);
  }

  const uint channel = (panel * Lanes() + lane) * 4;
  if (TileIndex() >= tiles || channel >= output_c) return;
  const uint valid = min(4u, output_c - channel);
  // Added last, as TFLite does: sums of many small terms keep their low bits.
  const vec4 offset = LoadVector_bias(panel * Lanes() + lane);
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    if (first + p >= output_w) return;
    const uint element = OffsetIn(kAligned, (row * output_w + first + p) * output_c + channel);
    Store4_result(kAligned, element, valid, Epilogue(sums[p] + offset, kAligned, element, channel, valid));
  }
}
