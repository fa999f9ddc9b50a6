#version 450
// Quantizes floats, or converts quantized values to another scale and type, bit for bit as TFLite's reference kernels. One
// invocation writes four neighbours.
// Iterations: 16
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/flat.glsl"
#include "common/quantized_values.glsl"
#include "common/rounded_quotient.glsl"
#include "common/requantize.glsl"
READ_INTEGERS(0, source)
// From floats: for each channel, significand and exponent of its scale (common/rounded_quotient.glsl), and its zero point. From
// quantized values, two vectors: multiplier, left and right shift and zero point of the result; zero point of the source.
layout(std430, binding = 1) readonly buffer channels_vectors { uvec4 channels_v4[]; };
// With kHasBounds: the words that delegate/ops/elementwise/quantize_bounds.h describes.
layout(std430, binding = 1) readonly buffer channels_scalars { uint channels[]; };
WRITE_INTEGERS(2, result)

layout(constant_id = 3) const uint kSourceKind = 0;  // 0: float32
layout(constant_id = 4) const uint kSourceBytes = 4;
layout(constant_id = 5) const uint kResultBytes = 1;
layout(constant_id = 6) const bool kHasBounds = false;  // one scale, and 8-bit values

layout(push_constant) uniform Push {
  uint elements;
  uint total;  // groups of four elements
  int lowest, highest;  // bounds of the result's values
  uint channel_count, slice;  // `slice` neighbours belong to one channel
};

#define BOUND_WORD(i) channels[i]
#include "common/quantize_bounds.glsl"

int Quantized(const int bits, const uint element) {
  const uvec4 channel = channels_v4[channel_count == 1 ? 0 : element / slice % channel_count];
  return RoundedQuotient(uint(bits), channel.x, int(channel.y)) + int(channel.z);
}

ivec4 IntegersOf(const ivec4 bits, const uint first) {
  if (kHasBounds) return QuantizedByBounds(intBitsToFloat(bits));
  return ivec4(Quantized(bits.x, first), Quantized(bits.y, first + 1), Quantized(bits.z, first + 2),
               Quantized(bits.w, first + 3));
}

ivec4 Requantized(const ivec4 integers) {
  const ivec4 multiplier = ivec4(channels_v4[0]);
  const ivec4 above_zero = integers - int(channels_v4[1].x);
  return Rescale(above_zero, ivec4(multiplier.x), ivec4(multiplier.y), ivec4(multiplier.z)) + multiplier.w;
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint first = index * 4;
  const uint valid = min(elements - first, 4);
  const ivec4 from = Integers_source(index, valid, kSourceKind, kSourceBytes);
  const ivec4 integers = kSourceKind == 0 ? IntegersOf(from, first) : Requantized(from);
  StoreIntegers_result(index, valid, kResultBytes, min(max(integers, ivec4(lowest)), ivec4(highest)));
}
