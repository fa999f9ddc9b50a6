#version 450
// Converts float16 or quantized values to float32: out = epilogue(scale * (number - zero point)), over rows of `channels`
// values. The input is read as 32-bit words, the first value in the lowest bits. One invocation writes four neighbours of a
// row.
// Iterations: 4
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/tensor.glsl"
#include "common/numbers.glsl"
READ_NUMBERS(0, source)
// Bits of a scale and a zero point for each channel.
layout(std430, binding = 1) readonly buffer scales_words { uint scales[]; };
WRITE_TENSOR(2, result)
#define EPILOGUE_BINDING 3
#include "common/epilogue.glsl"
#include "common/flat.glsl"

layout(constant_id = 3) const bool kAligned = true;  // channels is a multiple of 4
layout(constant_id = 4) const uint kKind = 0;  // 0: float16
layout(constant_id = 5) const uint kBytes = 2;

layout(push_constant) uniform Push {
  uint channels;
  uint blocks;  // groups of four in a row, rounded up
  uint total;   // blocks times rows
  uint scale_count, slice;  // `slice` neighbours share one scale
};

float ValueOf(const int number, const uint element) {
  if (kKind == 0) return unpackHalf2x16(uint(number)).x;
  const uint scale = scale_count == 1 ? 0 : element / slice % scale_count * 2;
  precise const float value = uintBitsToFloat(scales[scale]) * float(number - int(scales[scale + 1]));
  return value;
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint channel = (index % blocks) * 4;
  const uint element = (index / blocks) * channels + channel;
  const uint valid = min(4u, channels - channel);
  ivec4 numbers = ivec4(0);
  if (kAligned) {
    numbers = Numbers_source(element / 4, valid, kKind, kBytes);
  } else {
    numbers.x = Number_source(element, kKind, kBytes);
    if (valid > 1) numbers.y = Number_source(element + 1, kKind, kBytes);
    if (valid > 2) numbers.z = Number_source(element + 2, kKind, kBytes);
    if (valid > 3) numbers.w = Number_source(element + 3, kKind, kBytes);
  }
  const vec4 value = vec4(ValueOf(numbers.x, element), ValueOf(numbers.y, element + 1),
                          ValueOf(numbers.z, element + 2), ValueOf(numbers.w, element + 3));
  const uint place = PlaceIn(kAligned, element);
  Store4_result(kAligned, place, valid, Epilogue(value, kAligned, place, channel, valid));
}
