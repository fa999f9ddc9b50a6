#version 450
// Converts float16 or quantized values to float32: out = epilogue(scale * (number - zero point)), over rows of `channels`
// values. The input is read as 32-bit words, the first value in the lowest bits. One invocation writes four neighbours of a
// row.
// Iterations: 4
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/tensor.glsl"
#include "common/quantized_values.glsl"
READ_INTEGERS(0, source)
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

float ValueOf(const int integer, const uint element) {
  if (kKind == 0) return unpackHalf2x16(uint(integer)).x;
  const uint scale = scale_count == 1 ? 0 : element / slice % scale_count * 2;
  precise const float value = uintBitsToFloat(scales[scale]) * float(integer - int(scales[scale + 1]));
  return value;
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint channel = (index % blocks) * 4;
  const uint element = (index / blocks) * channels + channel;
  const uint valid = min(4u, channels - channel);
  ivec4 integers = ivec4(0);
  if (kAligned) {
    integers = Integers_source(element / 4, valid, kKind, kBytes);
  } else {
    integers.x = Integer_source(element, kKind, kBytes);
    if (valid > 1) integers.y = Integer_source(element + 1, kKind, kBytes);
    if (valid > 2) integers.z = Integer_source(element + 2, kKind, kBytes);
    if (valid > 3) integers.w = Integer_source(element + 3, kKind, kBytes);
  }
  const vec4 value = vec4(ValueOf(integers.x, element), ValueOf(integers.y, element + 1),
                          ValueOf(integers.z, element + 2), ValueOf(integers.w, element + 3));
  const uint offset = OffsetIn(kAligned, element);
  Store4_result(kAligned, offset, valid, Epilogue(value, kAligned, offset, channel, valid));
}
