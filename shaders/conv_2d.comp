#version 450
// 2D convolution, NHWC, grouped and dilated: out = epilogue(bias + sum over taps and input channels).
// One invocation writes kTile pixels along W times four channels of one group. Workgroups: x = panels of
// `lanes` channel blocks, group after group; y and z = tiles of pixels.
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
layout(constant_id = 6) const bool kAligned = true;  // output channels of a group are a multiple of 4
layout(constant_id = 7) const uint kFilterH = 1;
layout(constant_id = 8) const uint kFilterW = 1;
layout(constant_id = 9) const uint kStrideH = 1;
layout(constant_id = 10) const uint kStrideW = 1;
layout(constant_id = 11) const uint kDilationH = 1;
layout(constant_id = 12) const uint kDilationW = 1;

layout(push_constant) uniform Push {
  int input_h, input_w;
  uint input_c;  // channels of all groups
  uint inputs;   // input channels of one group
  uint output_h, output_w;
  uint output_c;  // channels of all groups
  uint outputs;   // output channels of one group
  uint panels;    // of one group
  uint tiles_w;   // tiles in an output row
  uint tiles;     // in all
  int pad_top, pad_left;
};

// One row of the filter. `row`: index of the input row's first pixel; `channel`: first of the group;
// `first`: the tile's first output pixel; `weight`: the lane's first weight vector of the filter row.
void AccumulateRow(uint row, uint channel, uint first, uint weight) {
  for (uint kx = 0; kx < kFilterW; ++kx) {
    [[unroll]] for (uint p = 0; p < kTile; ++p) {
      // The last tile of a row repeats the last pixel, so that every address exists.
      const int x = int(min(first + p, output_w - 1) * kStrideW + kx * kDilationW) - pad_left;
      inside[p] = x >= 0 && x < input_w;
      const int column = kMayMiss ? clamp(x, 0, input_w - 1) : x;
      pixels[p] = (row + uint(column)) * input_c + channel;
    }
    AccumulateTap(weight + kx * TapStride(inputs), inputs);
  }
}

void main() {
  const uint panel = gl_WorkGroupID.x;
  const uint lane = gl_LocalInvocationID.x;
  const uint tile = min(TileIndex(), tiles - 1);
  const uint first = tile % tiles_w * kTile;
  const uint row = tile / tiles_w;
  const uint group = panel / panels;
  [[unroll]] for (uint p = 0; p < kTile; ++p) sums[p] = vec4(0.0);

  const int top = int(row % output_h * kStrideH) - pad_top;
  const uint image = row / output_h * uint(input_h);
  const uint tap_stride = TapStride(inputs);
  const uint panel_weights = panel * kFilterH * kFilterW * tap_stride + lane;
  for (uint ky = 0; ky < kFilterH; ++ky) {
    const int y = top + int(ky * kDilationH);
    if (y < 0 || y >= input_h) continue;
    AccumulateRow((image + uint(y)) * uint(input_w), group * inputs, first,
                  panel_weights + ky * kFilterW * tap_stride);
  }

  const uint output_in_group = (panel % panels * Lanes() + lane) * 4;
  if (TileIndex() >= tiles || output_in_group >= outputs) return;
  const uint channel = group * outputs + output_in_group;
  const uint valid = min(4u, outputs - output_in_group);
  // Added last, as TFLite does: sums of many small terms keep their low bits.
  const vec4 offset = bias_v4[panel * Lanes() + lane];
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    if (first + p >= output_w) return;
    const uint element = (row * output_w + first + p) * output_c + channel;
    Store4_result(kAligned, element, valid, Epilogue(sums[p] + offset, kAligned, element, channel, valid));
  }
}
