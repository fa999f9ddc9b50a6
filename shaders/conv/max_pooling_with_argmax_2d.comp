#version 450
// Maximum over each window, result = epilogue(max(in)), and the index of the tap that has it, plus 0.1. Taps are counted row by
// row, including those outside the input. The first of equal values wins, and a NaN never does. Dims NHWC. One invocation
// writes four neighbours along channels.
// Iterations: min(kFilterH, input_h) * (3 + min(kFilterW, input_w))
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/tensor.glsl"
#include "common/flat.glsl"
READ_TENSOR(0, source)
WRITE_TENSOR(1, result)
WRITE_ROWS(2, taps, float, vec4)
#define EPILOGUE_BINDING 3
#include "common/epilogue.glsl"

layout(constant_id = 3) const bool kAligned = true;  // channels is a multiple of 4
layout(constant_id = 4) const uint kFilterH = 2;
layout(constant_id = 5) const uint kFilterW = 2;
layout(constant_id = 6) const uint kStrideH = 2;
layout(constant_id = 7) const uint kStrideW = 2;

layout(push_constant) uniform Push {
  int input_h, input_w;
  uint output_h, output_w, channels;
  uint blocks;             // blocks of four channels, rounded up
  uint total;              // blocks times all other dims
  int offset_h, offset_w;  // offset of the first window from the input's first element; not positive
};

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint channel = index % blocks * 4;
  const uint pixel = index / blocks;
  const uint valid = min(4u, channels - channel);
  const int top = int(pixel / output_w % output_h * kStrideH) + offset_h;
  const int left = int(pixel % output_w * kStrideW) + offset_w;
  const uint image = pixel / (output_w * output_h) * uint(input_h);
  vec4 best = vec4(-kLargest);
  vec4 tap = vec4(0.0);
  for (int row = max(-top, 0); row < min(int(kFilterH), input_h - top); ++row) {
    for (int column = max(-left, 0); column < min(int(kFilterW), input_w - left); ++column) {
      const uint from = ((image + uint(top + row)) * uint(input_w) + uint(left + column)) * channels + channel;
      const vec4 next = Load4_source(kAligned, OffsetIn(kAligned, from), valid);
      const bvec4 is_better = bvec4(uvec4(greaterThan(next, best)) & uvec4(not(IsNan(next))));
      best = mix(best, next, is_better);
      tap = mix(tap, vec4(uint(row) * kFilterW + uint(column)), is_better);
    }
  }
  const uint offset = OffsetIn(kAligned, pixel * channels + channel);
  Store4_result(kAligned, offset, valid, Epilogue(best, kAligned, offset, channel, valid));
  Store4_taps(kAligned, offset, valid, tap + 0.1);
}
