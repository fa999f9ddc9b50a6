#version 450
// float16 to float32: out = epilogue(float(in)), over rows of `channels` values. The input is read as
// 32-bit words of two values, the first in the low half. One invocation writes four neighbours of a row.
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 2
layout(std430, binding = 0) readonly buffer source_words { uint source[]; };
DECLARE_ROWS(0, source)
WRITE_TENSOR(1, result)
#include "common/epilogue.glsl"
#include "common/flat.glsl"

layout(constant_id = 3) const bool kAligned = true;  // channels is a multiple of 4

layout(push_constant) uniform Push {
  uint channels;
  uint blocks;  // groups of four in a row, rounded up
  uint total;   // blocks times rows
};

float LoadHalf(const uint element) {
  const uint place = PLACE(source, element, 2);
  const vec2 pair = unpackHalf2x16(source[place / 2]);
  return place % 2 == 0 ? pair.x : pair.y;
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint channel = (index % blocks) * 4;
  const uint element = (index / blocks) * channels + channel;
  const uint valid = min(4u, channels - channel);
  vec4 value = vec4(0.0);
  if (kAligned && IS_WHOLE(source, 8)) {
    const uint word = PLACE(source, element / 4, 8) * 2;
    value = vec4(unpackHalf2x16(source[word]), unpackHalf2x16(source[word + 1]));
  } else {
    value.x = LoadHalf(element);
    if (valid > 1) value.y = LoadHalf(element + 1);
    if (valid > 2) value.z = LoadHalf(element + 2);
    if (valid > 3) value.w = LoadHalf(element + 3);
  }
  const uint place = PlaceIn(kAligned, element);
  Store4_result(kAligned, place, valid, Epilogue(value, kAligned, place, channel, valid));
}
