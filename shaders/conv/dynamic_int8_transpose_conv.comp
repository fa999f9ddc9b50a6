#version 450
// Transposed convolution with int8 weights for float layers, bit for bit as TFLite's reference kernel. The images were
// quantized by quantize_rows.comp, one row per image. Like the kernel, it scales each product and adds products up as floats,
// in the order of the input pixels.
//
// Computes out = epilogue(bias + sum over pixels and input channels of (number - zero point) * weight * scales). Zero points
// are those of images, scales those of channels and images. An invocation computes kTile output pixels of a column's phase
// times four channels. Output columns with the same remainder modulo the stride (a phase) use the same taps.
// Iterations: Ceil(kFilterH, kStrideH) * (3 + Ceil(kFilterW, kStrideW) * (3 + quads))
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 4
#include "common/quantized_words.glsl"
READ_WORD_TEXELS(0, source)
READ_VECTOR_TEXELS(1, weights)   // [tap][four inputs][block of four outputs][input]: words of four outputs
READ_VECTOR_TEXELS(2, channels)  // [block]: scales, biases, sums of weights, four each
WRITE_TENSOR(3, result)
#include "common/epilogue.glsl"
#include "common/flat.glsl"
#include "conv/dynamic_int8_result.glsl"

const uint kMaxTile = 4;
layout(constant_id = 3) const uint kTile = 4;
layout(constant_id = 4) const bool kAligned = true;        // output channels are a multiple of 4
layout(constant_id = 5) const bool kSourceAligned = true;  // input channels are a multiple of 4
layout(constant_id = 6) const uint kFilterH = 1;
layout(constant_id = 7) const uint kFilterW = 1;
layout(constant_id = 8) const uint kStrideH = 1;
layout(constant_id = 9) const uint kStrideW = 1;

layout(push_constant) uniform Push {
  int input_h, input_w;
  uint input_c;
  uint image_stride;  // values from one image of the input to the next
  uint last_word;      // last word of the input
  uint quads;          // input channels by four, rounded up
  uint output_h, output_w, output_c;
  uint blocks;         // blocks of four output channels
  uint tiles;          // tiles of one phase in an output row; a row has kStrideW phases
  uint total;          // invocations
  int pad_top, pad_left;
  uint headers;        // index of the word where the scales and zero points of images begin
};

vec4 sums[kMaxTile];

// Loads four values from `start` on.
uint LoadFour(const uint start) {
  const uint word = start / 4;
  const uint first = LoadWord_source(word);
  if (kSourceAligned) return first;
  const uint shift = start % 4 * 8;
  const uint next = LoadWord_source(min(word + 1, last_word));
  return shift == 0 ? first : first >> shift | next << (32 - shift);
}

// Adds the product of one input channel; the product is rounded three times and the sum once.
vec4 Added(const vec4 sum, const float value, const vec4 by, const vec4 channel_scales, const float image_scale) {
  precise const vec4 product = value * by;
  precise const vec4 of_channel = product * channel_scales;
  precise const vec4 scaled = of_channel * image_scale;
  precise const vec4 result = sum + scaled;
  return result;
}

void AddPixel(const uint p, const uint first_integer, const uint weight, const vec4 zero_point, const vec4 channel_scales,
              const float image_scale) {
  vec4 sum = sums[p];
  for (uint quad = 0; quad < quads; ++quad) {
    const uvec4 words = LoadVector_weights(weight + quad * blocks);
    const vec4 integers = vec4(Integers(LoadFour(first_integer + quad * 4))) - zero_point;
    const uint valid = input_c - quad * 4;
    sum = Added(sum, integers.x, vec4(Integers(words.x)), channel_scales, image_scale);
    if (valid > 1) sum = Added(sum, integers.y, vec4(Integers(words.y)), channel_scales, image_scale);
    if (valid > 2) sum = Added(sum, integers.z, vec4(Integers(words.z)), channel_scales, image_scale);
    if (valid > 3) sum = Added(sum, integers.w, vec4(Integers(words.w)), channel_scales, image_scale);
  }
  sums[p] = sum;
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint tile = index / blocks;
  const uint block = index - tile * blocks;
  const uint first = tile % tiles * kTile;
  const uint phase = tile / tiles % kStrideW;
  const uint row = tile / (tiles * kStrideW);  // row, counted over all images
  const uint image = row / output_h;
  const DynamicInt8Channels own = LOAD_DYNAMIC_INT8_CHANNELS(channels, block);
  const float image_scale = uintBitsToFloat(LoadWord_source(headers + image * 2));
  const vec4 zero_point = vec4(ZeroPointOf(image, headers));
  [[unroll]] for (uint p = 0; p < kTile; ++p) sums[p] = vec4(0.0);
  // Taps run from the last one on, so that the input's pixels come in their order.
  const int down = int(row - image * output_h) + pad_top;
  const int across = int(phase) + pad_left;
  const int strides_h = int(kStrideH);
  const int strides_w = int(kStrideW);
  const int last_y = int(kFilterH) - 1 - (int(kFilterH) - 1 + strides_h - down % strides_h) % strides_h;
  const int last_x = int(kFilterW) - 1 - (int(kFilterW) - 1 + strides_w - across % strides_w) % strides_w;
  for (int ky = last_y; ky >= 0; ky -= strides_h) {
    const int y = (down - ky) / strides_h;
    if (down < ky || y >= input_h) continue;
    for (int kx = last_x; kx >= 0; kx -= strides_w) {
      const uint weight = (uint(ky) * kFilterW + uint(kx)) * quads * blocks + block;
      [[unroll]] for (uint p = 0; p < kTile; ++p) {
        const int x = (across - kx) / strides_w + int(first + p);
        if (across + int(first + p) * strides_w < kx || x >= input_w) continue;
        const uint pixel = image * image_stride + uint(y * input_w + x) * input_c;
        AddPixel(p, pixel, weight, zero_point, own.scales, image_scale);
      }
    }
  }
  const uint channel = block * 4;
  const uint valid = min(4u, output_c - channel);
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    const uint column = phase + (first + p) * kStrideW;
    if (column < output_w) {
      const uint offset = OffsetIn(kAligned, (row * output_w + column) * output_c + channel);
      precise const vec4 value = sums[p] + own.bias;
      Store4_result(kAligned, offset, valid, Epilogue(value, kAligned, offset, channel, valid));
    }
  }
}
