#version 450
// A binary operator whose operands may both be stretched: out = epilogue(op(a, b)), dims NHWC. A stride
// of 0 stretches an operand along that dim. One invocation writes four neighbours along channels.
#extension GL_GOOGLE_include_directive : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 3
#define ALL_STEPS
READ_TENSOR(0, left)
READ_TENSOR(1, right)
WRITE_TENSOR(2, result)
#include "common/epilogue.glsl"
#include "common/flat.glsl"

layout(constant_id = 3) const bool kAligned = true;  // channels is a multiple of 4
layout(constant_id = 4) const uint kOp = 1;          // an epilogue code, applied as op(left, right)

layout(push_constant) uniform Push {
  uint height, width, channels;
  uint blocks;  // groups of four along channels, rounded up
  uint total;   // blocks times all other dims
  uint a_stride_n, a_stride_h, a_stride_w, a_stride_c;  // in elements
  uint b_stride_n, b_stride_h, b_stride_w, b_stride_c;
};

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint channel = (index % blocks) * 4;
  const uint row = index / blocks;
  const uint w = row % width;
  const uint h = (row / width) % height;
  const uint n = row / (width * height);
  const uint valid = min(4u, channels - channel);
  const uint a = n * a_stride_n + h * a_stride_h + w * a_stride_w + channel * a_stride_c;
  const uint b = n * b_stride_n + h * b_stride_h + w * b_stride_w + channel * b_stride_c;
  const vec4 x = LoadStrided_left(a, a_stride_c, valid);
  const vec4 y = LoadStrided_right(b, b_stride_c, valid);
  const uint place = PlaceIn(kAligned, row * channels + channel);
  const vec4 value = EpilogueStep(kOp, x, y);
  Store4_result(kAligned, place, valid, Epilogue(value, kAligned, place, channel, valid));
}
