#version 450
// Computes out = epilogue(in / (bias + alpha * sum)^beta). The sum adds the squares of the channels that are at most `radius`
// away. Bases of powers are positive. One invocation computes four channels of one pixel.
// Iterations: min(channels, 2 * radius + 4)
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 2
READ_TENSOR(0, source)
WRITE_TENSOR(1, result)
#include "common/divide.glsl"
#include "common/epilogue.glsl"
#include "common/flat.glsl"

layout(constant_id = 3) const bool kAligned = true;  // channels are a multiple of 4

layout(push_constant) uniform Push {
  uvec2 by_blocks;
  uint total;  // blocks of four channels in all pixels
  uint blocks, channels;  // blocks and channels of a pixel
  int radius;  // at most the number of channels
  float bias, alpha, beta;
};

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint pixel = Divide(index, by_blocks);
  const int channel = int(index - pixel * blocks) * 4;
  const uint first = pixel * channels;
  const ivec4 own = channel + ivec4(0, 1, 2, 3);
  const int end = min(channel + 3 + radius + 1, int(channels));
  vec4 sum = vec4(0.0);
  for (int other = max(channel - radius, 0); other < end; ++other) {
    const float value = LoadStrided_source(first + uint(other), 0, 1).x;
    sum += mix(vec4(0.0), vec4(value * value), lessThanEqual(abs(own - other), ivec4(radius)));
  }
  const uint valid = min(4u, channels - uint(channel));
  const uint offset = OffsetIn(kAligned, first + uint(channel));
  const vec4 scale = Exp(-beta * Log(bias + alpha * sum));
  const vec4 value = Load4_source(kAligned, offset, valid) * scale;
  Store4_result(kAligned, offset, valid, Epilogue(value, kAligned, offset, uint(channel), valid));
}
