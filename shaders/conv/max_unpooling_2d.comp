#version 450
// Puts values back to their positions in their windows, among zeros: out = epilogue(the last value whose tap is at the
// position). Dims NHWC. Taps are tap indices, counted row by row; their fraction is dropped. One invocation writes four
// neighbours along channels, and searches the windows that contain their pixel.
// Iterations: min(input_h, Ceil(kFilterH, kStrideH)) * (3 + min(input_w, Ceil(kFilterW, kStrideW)))
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/tensor.glsl"
#include "common/flat.glsl"
READ_TENSOR(0, source)
READ_TENSOR(1, taps)
WRITE_TENSOR(2, result)
#define EPILOGUE_BINDING 3
#include "common/epilogue.glsl"

layout(constant_id = 3) const bool kAligned = true;  // channels is a multiple of 4
layout(constant_id = 4) const uint kFilterH = 2;
layout(constant_id = 5) const uint kFilterW = 2;
layout(constant_id = 6) const uint kStrideH = 2;
layout(constant_id = 7) const uint kStrideW = 2;

layout(push_constant) uniform Push {
  uint input_h, input_w;
  uint output_h, output_w, channels;
  uint blocks;         // blocks of four channels, rounded up
  uint total;          // blocks times all other dims
  uint pad_h, pad_w;   // padding of the first window, before the output's first element
};

// Range of the windows of one axis that contain a position, `end` excluded.
struct Windows {
  uint first, end;
};
Windows WindowsAt(const uint offset, const uint filter_size, const uint stride, const uint count) {
  const uint before = offset < filter_size ? 0 : (offset - filter_size) / stride + 1;
  return Windows(before, min(offset / stride + 1, count));
}

// True if the truncated tap equals `tap_index`. Taps between -1 and 0 truncate to 0.
bvec4 IsTap(const vec4 tap, const uint tap_index) {
  const bvec4 is_above = tap_index == 0 ? greaterThan(tap, vec4(-1.0)) : greaterThanEqual(tap, vec4(tap_index));
  const bvec4 is_below = lessThan(tap, vec4(tap_index + 1));
  return bvec4(uvec4(is_above) & uvec4(is_below) & uvec4(not(IsNan(tap))));
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint channel = index % blocks * 4;
  const uint pixel = index / blocks;
  const uint valid = min(4u, channels - channel);
  const uint y = pixel / output_w % output_h + pad_h;
  const uint x = pixel % output_w + pad_w;
  const uint image = pixel / (output_w * output_h) * input_h;
  const Windows rows = WindowsAt(y, kFilterH, kStrideH, input_h);
  const Windows columns = WindowsAt(x, kFilterW, kStrideW, input_w);
  vec4 value = vec4(0.0);
  for (uint row = rows.first; row < rows.end; ++row) {
    for (uint column = columns.first; column < columns.end; ++column) {
      const uint from = OffsetIn(kAligned, ((image + row) * input_w + column) * channels + channel);
      const uint tap_index = (y - row * kStrideH) * kFilterW + x - column * kStrideW;
      value = mix(value, Load4_source(kAligned, from, valid), IsTap(Load4_taps(kAligned, from, valid), tap_index));
    }
  }
  const uint offset = OffsetIn(kAligned, pixel * channels + channel);
  Store4_result(kAligned, offset, valid, Epilogue(value, kAligned, offset, channel, valid));
}
