#version 450
// Depthwise convolution, NHWC: output channel c reads input channel c / kMultiplier only. One invocation
// writes kTile pixels along W times four channels; an input column is loaded once for all pixels of the
// tile that it touches. Weights: [tap][channel block] of four channels. Workgroups: x = channel blocks, y
// and z = tiles.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 4
READ_TENSOR(0, source)
READ_TENSOR(1, weights)
READ_TENSOR(2, bias)
WRITE_TENSOR(3, result)
#include "common/epilogue.glsl"

layout(local_size_x_id = 0, local_size_y_id = 1) in;
layout(constant_id = 3) const uint kTile = 4;  // at most kMaxTile
layout(constant_id = 4) const bool kAligned = true;  // output_c is a multiple of 4
layout(constant_id = 5) const bool kMayMiss = true;  // pixels may lie in the padding left or right
layout(constant_id = 6) const uint kMultiplier = 1;  // output channels per input channel
layout(constant_id = 7) const uint kFilterH = 1;
layout(constant_id = 8) const uint kFilterW = 1;
layout(constant_id = 9) const uint kStrideH = 1;
layout(constant_id = 10) const uint kStrideW = 1;
layout(constant_id = 11) const uint kDilationH = 1;
layout(constant_id = 12) const uint kDilationW = 1;

layout(push_constant) uniform Push {
  int input_h, input_w;
  uint input_c;
  uint output_h, output_w, output_c;
  uint blocks;   // of four output channels, rounded up
  uint tiles_w;  // tiles in an output row
  uint tiles;    // in all
  int pad_top, pad_left;
};

const uint kMaxTile = 4;
vec4 sums[kMaxTile];

// The inputs of output channels `channel` and following, of the pixel whose first element is `pixel`.
vec4 LoadInputs(uint pixel, uint channel, uint valid) {
  if (kMultiplier == 1) return Load4_source(kAligned, pixel + channel, valid);
  if (kMultiplier % 4 == 0) return vec4(source[pixel + channel / kMultiplier]);
  vec4 value = vec4(source[pixel + channel / kMultiplier], 0.0, 0.0, 0.0);
  if (valid > 1) value.y = source[pixel + (channel + 1) / kMultiplier];
  if (valid > 2) value.z = source[pixel + (channel + 2) / kMultiplier];
  if (valid > 3) value.w = source[pixel + (channel + 3) / kMultiplier];
  return value;
}

// One row of the filter. `row`: index of the input row's first pixel; `left`: column of the tile's first
// tap; `weight`: index of the row's first weight vector.
void AccumulateRow(uint row, int left, uint weight, uint channel, uint valid) {
  vec4 w[kFilterW];
  [[unroll]] for (uint k = 0; k < kFilterW; ++k) w[k] = weights_v4[weight + k * blocks];
  [[unroll]] for (uint c = 0; c <= (kTile - 1) * kStrideW + (kFilterW - 1) * kDilationW; ++c) {
    const int x = left + int(c);
    const uint pixel = row + uint(clamp(x, 0, input_w - 1));
    vec4 value = LoadInputs(pixel * input_c, channel, valid);
    if (kMayMiss) value = mix(vec4(0.0), value, bvec4(x >= 0 && x < input_w));
    [[unroll]] for (uint p = 0; p < kTile; ++p) {
      const uint offset = c - p * kStrideW;  // huge where the column is left of the pixel's window
      const uint tap = offset / kDilationW;
      if (offset % kDilationW == 0 && tap < kFilterW) sums[p] = fma(value, w[tap], sums[p]);
    }
  }
}

void main() {
  // Invocations beyond the last block or tile repeat it, so that every address exists.
  const uint block = gl_WorkGroupID.x * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  const uint index = (gl_WorkGroupID.z * gl_NumWorkGroups.y + gl_WorkGroupID.y) * gl_WorkGroupSize.y +
                     gl_LocalInvocationID.y;
  const uint channel_block = min(block, blocks - 1);
  const uint tile = min(index, tiles - 1);
  const uint channel = channel_block * 4;
  const uint valid = min(4u, output_c - channel);
  const uint first = tile % tiles_w * kTile;
  const uint row = tile / tiles_w;
  [[unroll]] for (uint p = 0; p < kTile; ++p) sums[p] = vec4(0.0);

  const int top = int(row % output_h * kStrideH) - pad_top;
  const int left = int(first * kStrideW) - pad_left;
  const uint image = row / output_h * uint(input_h);
  for (uint ky = 0; ky < kFilterH; ++ky) {
    const int y = top + int(ky * kDilationH);
    if (y < 0 || y >= input_h) continue;
    AccumulateRow((image + uint(y)) * uint(input_w), left, ky * kFilterW * blocks + channel_block, channel,
                  valid);
  }

  if (block >= blocks || index >= tiles) return;
  // Added last, as TFLite does: sums of many small terms keep their low bits.
  const vec4 offset = bias_v4[channel_block];
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    if (first + p >= output_w) return;
    const uint element = (row * output_w + first + p) * output_c + channel;
    Store4_result(kAligned, element, valid, Epilogue(sums[p] + offset, kAligned, element, channel, valid));
  }
}
