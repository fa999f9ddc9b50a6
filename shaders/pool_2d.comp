#version 450
// Maximum or average over windows: out = epilogue(pool(in)), dims NHWC. One invocation writes four
// neighbours along channels. Padding before the operator may have been taken in: its zeros lie around the
// input and take part, positions beyond them (the operator's own padding) do not.
#extension GL_GOOGLE_include_directive : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 2
READ_TENSOR(0, source)
WRITE_TENSOR(1, result)
#include "common/epilogue.glsl"
#include "common/flat.glsl"

layout(constant_id = 3) const bool kAligned = true;  // channels is a multiple of 4
layout(constant_id = 4) const bool kAverage = false;
layout(constant_id = 5) const int kFilterH = 2;
layout(constant_id = 6) const int kFilterW = 2;
layout(constant_id = 7) const int kStrideH = 2;
layout(constant_id = 8) const int kStrideW = 2;

layout(push_constant) uniform Push {
  int in_h, in_w;
  uint out_h, out_w, channels;
  uint blocks;  // groups of four along channels, rounded up
  uint total;   // blocks times all other dims
  int offset_h, offset_w;  // of the first window, from the input's first element; not positive
  int top, bottom, left, right;  // zeros around the input that take part
};

const float kLowest = -3.402823466e+38;

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint channel = (index % blocks) * 4;
  const uint pixel = index / blocks;
  const uint valid = min(4u, channels - channel);
  const uint batch = pixel / (out_w * out_h);
  const int h = int((pixel / out_w) % out_h) * kStrideH + offset_h;
  const int w = int(pixel % out_w) * kStrideW + offset_w;

  const int first_h = max(h, 0);
  const int last_h = min(h + kFilterH, in_h);
  const int first_w = max(w, 0);
  const int last_w = min(w + kFilterW, in_w);
  vec4 value = vec4(kAverage ? 0.0 : kLowest);
  for (int y = first_h; y < last_h; ++y) {
    for (int x = first_w; x < last_w; ++x) {
      const uint position = ((batch * uint(in_h) + uint(y)) * uint(in_w) + uint(x)) * channels + channel;
      const vec4 next = Load4_source(kAligned, position, valid);
      value = kAverage ? value + next : max(value, next);
    }
  }
  const int read = max(last_h - first_h, 0) * max(last_w - first_w, 0);
  const int counted = (min(h + kFilterH, in_h + bottom) - max(h, -top)) *
                      (min(w + kFilterW, in_w + right) - max(w, -left));
  if (kAverage) {
    value /= float(counted);
  } else if (read < counted) {
    value = max(value, 0.0);
  }
  const uint element = pixel * channels + channel;
  Store4_result(kAligned, element, valid, Epilogue(value, kAligned, element, channel, valid));
}
