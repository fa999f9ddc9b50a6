#version 450
// Warps an image by a matrix: out = epilogue(in at matrix * (column, row, 0, 1)), interpolated between four pixels, zeros
// outside of the input. Dims NHWC of one image. One invocation writes four neighbours along channels.
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/tensor.glsl"
#include "common/flat.glsl"
READ_TENSOR(0, source)
READ_BUFFER(1, matrix)
WRITE_TENSOR(2, result)
#define EPILOGUE_BINDING 3
#include "common/epilogue.glsl"

layout(constant_id = 3) const bool kAligned = true;  // channels is a multiple of 4
layout(constant_id = 4) const bool kHalfPixelCenters = true;

layout(push_constant) uniform Push {
  uint input_h, input_w;
  uint output_h, output_w, channels;
  uint blocks;  // blocks of four channels, rounded up
  uint total;   // blocks times all other dims
};

// Rounds after each operation like the CPU kernels: at the border of the input, rounding decides whether a pixel is outside.
float Coordinate(const uint axis, const float column, const float row) {
  const vec4 weights = LoadVector_matrix(axis);
  precise float shift = weights.w;
  if (kHalfPixelCenters) {
    precise float half_pixel = weights.x * 0.5 + weights.y * 0.5 - 0.5;
    shift = weights.w + half_pixel;
  }
  precise float offset = weights.x * column + weights.y * row + shift;
  return offset;
}

vec4 Pixel(const uint row, const uint column, const uint channel, const uint valid) {
  if (row >= input_h || column >= input_w) return vec4(0.0);
  return Load4_source(kAligned, OffsetIn(kAligned, (row * input_w + column) * channels + channel), valid);
}

vec4 Blend(const vec2 at, const uint channel, const uint valid) {
  const vec2 whole = floor(at);
  const vec2 part = at - whole;
  const uint column = uint(whole.x);
  const uint row = uint(whole.y);
  const vec4 upper = Pixel(row, column, channel, valid) * (1.0 - part.x) +
                     Pixel(row, column + 1, channel, valid) * part.x;
  const vec4 lower = Pixel(row + 1, column, channel, valid) * (1.0 - part.x) +
                     Pixel(row + 1, column + 1, channel, valid) * part.x;
  return upper * (1.0 - part.y) + lower * part.y;
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint channel = index % blocks * 4;
  const uint pixel = index / blocks;
  const uint valid = min(4u, channels - channel);
  const float column = float(pixel % output_w);
  const float row = float(pixel / output_w);
  const vec2 at = vec2(Coordinate(0, column, row), Coordinate(1, column, row));
  const bvec4 is_nan = IsNan(vec4(at, at));
  const bool is_inside = at.x >= 0.0 && at.x <= float(input_w - 1) && at.y >= 0.0 && at.y <= float(input_h - 1);
  vec4 value = vec4(0.0);
  if (is_inside && !is_nan.x && !is_nan.y) value = Blend(at, channel, valid);
  const uint offset = OffsetIn(kAligned, pixel * channels + channel);
  Store4_result(kAligned, offset, valid, Epilogue(value, kAligned, offset, channel, valid));
}
