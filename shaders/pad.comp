#version 450
// Zeros around a tensor: out = epilogue(pad(in)), dims NHWC. One invocation writes four neighbours along
// the output's channels.
#extension GL_GOOGLE_include_directive : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 2
READ_TENSOR(0, source)
WRITE_TENSOR(1, result)
#include "common/epilogue.glsl"
#include "common/flat.glsl"

layout(constant_id = 3) const bool kAligned = true;  // the output's channels are a multiple of 4
// So are the input's channels and the zeros before them: four neighbours are all zeros or all values.
layout(constant_id = 4) const bool kSourceAligned = true;

layout(push_constant) uniform Push {
  uint out_h, out_w, out_c;
  uint blocks;  // groups of four along channels, rounded up
  uint total;   // blocks times all other dims
  int in_n, in_h, in_w, in_c;
  int before_n, before_h, before_w, before_c;  // zeros before the first element
};

float ValueOrZero(int channel, int position) {
  if (channel < 0 || channel >= in_c) return 0.0;
  return source[position];
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint channel = (index % blocks) * 4;
  const uint pixel = index / blocks;
  const uint valid = min(4u, out_c - channel);
  const int n = int(pixel / (out_w * out_h)) - before_n;
  const int h = int((pixel / out_w) % out_h) - before_h;
  const int w = int(pixel % out_w) - before_w;
  const int c = int(channel) - before_c;

  vec4 value = vec4(0.0);
  if (n >= 0 && n < in_n && h >= 0 && h < in_h && w >= 0 && w < in_w) {
    const int position = ((n * in_h + h) * in_w + w) * in_c + c;
    if (kSourceAligned) {
      if (c >= 0 && c < in_c) value = LoadVector_source(uint(position) / 4);
    } else {
      value = vec4(ValueOrZero(c, position), ValueOrZero(c + 1, position + 1), ValueOrZero(c + 2, position + 2),
                   ValueOrZero(c + 3, position + 3));
    }
  }
  const uint place = PlaceIn(kAligned, pixel * out_c + channel);
  Store4_result(kAligned, place, valid, Epilogue(value, kAligned, place, channel, valid));
}
