#version 450
// 2D convolution of int8 numbers, NHWC, grouped or depthwise, and dilated, bit for bit TFLite's reference kernel: out = clamp(zero point
// + factor of the channel * (bias + sum over taps and input channels of (pixel - zero point) * weight)).
// Tensors are words of four numbers, the first in the lowest bits, so that no device needs 8-bit storage. An invocation
// computes kTile consecutive output pixels, whatever rows they are in, times four channels of one group, and stores a
// word for each pixel. Channels of a group are whole words in the output: the host copies to where they are not.
// The host has taken the pixels' zero point times the sum of the weights out of the bias, so that taps beside the image
// read it as a number like any other.
// Iterations: kFilterH * (3 + kFilterW * (3 + quads))
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/words.glsl"
READ_WORDS(0, source)
READ_WORDS(1, weights)  // [group][tap][four inputs][block of four outputs][input]: words of four outputs; depthwise: [tap][block]
READ_WORDS(2, channels)  // [group][block of four outputs]: bias, multiplier, left and right shift, four each
layout(std430, binding = 3) writeonly buffer result_scalars { uint result[]; };
#include "common/bytes.glsl"
#include "common/divide.glsl"
#include "common/flat.glsl"
#include "common/requantize.glsl"

const uint kMaxTile = 8;  // the largest of kTiles in delegate/ops/conv/quantized_conv.cc
layout(constant_id = 3) const uint kTile = 4;
layout(constant_id = 4) const bool kSourceAligned = true;  // input channels of a group are a multiple of 4
layout(constant_id = 5) const bool kMayMiss = true;        // taps may lie beside the image
layout(constant_id = 6) const uint kFilterH = 1;
layout(constant_id = 7) const uint kFilterW = 1;
layout(constant_id = 8) const uint kStrideH = 1;
layout(constant_id = 9) const uint kStrideW = 1;
layout(constant_id = 10) const uint kDilationH = 1;
layout(constant_id = 11) const uint kDilationW = 1;
// A depthwise convolution has so many outputs of each input channel, and one group of all its outputs. 0: not depthwise.
layout(constant_id = 12) const uint kMultiplier = 0;

layout(push_constant) uniform Push {
  uvec2 by_blocks, by_group_blocks, by_output_w, by_output_h;
  uint total;     // tiles times blocks
  uint pixels;    // of the output, in all rows and images
  uint output_w, output_h;
  int input_h, input_w;
  uint input_c;       // channels of all groups
  uint quads;         // input channels of a group by four, rounded up
  uint group_inputs;  // input channels of a group
  uint group_blocks;  // output channels of a group by four, rounded up
  uint blocks;        // of all groups
  uint last_word;     // of the input
  int pad_top, pad_left;
  uint zeros;  // the input's zero point, four times
  int output_zero_point;
  int least, most;  // numbers of the output
};

uint image_rows[kMaxTile];  // number of the first row of the pixel's image
int tops[kMaxTile];
int lefts[kMaxTile];
uint places[kMaxTile];  // of the pixel at the tap: its first input channel, counted in numbers
bool inside[kMaxTile];
ivec4 sums[kMaxTile];

// Four numbers from `place` on. Those beyond the group's channels meet weights of 0.
uint LoadWord(const uint place) {
  const uint word = place / 4;
  if (kSourceAligned) return source[word];
  const uint shift = place % 4 * 8;
  // The last word stands for what would follow an input that ends within the four.
  const uint next = source[min(word + 1, last_word)];
  return shift == 0 ? source[word] : source[word] >> shift | next << (32 - shift);
}

void StartTile(const uint first_pixel) {
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    const uint pixel = min(first_pixel + p, pixels - 1);
    const uint row = Divide(pixel, by_output_w);
    const uint image = Divide(row, by_output_h);
    image_rows[p] = image * uint(input_h);
    tops[p] = int((row - image * output_h) * kStrideH) - pad_top;
    lefts[p] = int((pixel - row * output_w) * kStrideW) - pad_left;
    sums[p] = ivec4(0);
  }
}

void PointAtTap(const uint ky, const uint kx, const uint channel) {
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    const int y = tops[p] + int(ky * kDilationH);
    const int x = lefts[p] + int(kx * kDilationW);
    inside[p] = !kMayMiss || (y >= 0 && y < input_h && x >= 0 && x < input_w);
    const uint row = image_rows[p] + uint(kMayMiss ? clamp(y, 0, input_h - 1) : y);
    const uint column = uint(kMayMiss ? clamp(x, 0, input_w - 1) : x);
    places[p] = (row * uint(input_w) + column) * input_c + channel;
  }
}

void Accumulate(const uint weight) {
  for (uint quad = 0; quad < quads; ++quad) {
    const uvec4 words = LoadVector_weights(weight + quad * group_blocks);
    const ivec4 first = Numbers(words.x);
    const ivec4 second = Numbers(words.y);
    const ivec4 third = Numbers(words.z);
    const ivec4 fourth = Numbers(words.w);
    [[unroll]] for (uint p = 0; p < kTile; ++p) {
      const ivec4 values = Numbers(inside[p] ? LoadWord(places[p] + quad * 4) : zeros);
      sums[p] += values.x * first + values.y * second + values.z * third + values.w * fourth;
    }
  }
}

int NumberAt(const uint place) { return Number(source[place / 4], place); }

// What four outputs from `first` on read of the pixel at `place`. Those behind the last one meet weights of 0.
ivec4 LoadDepthwise(const uint place, const uint first) {
  if (kMultiplier == 1) return Numbers(LoadWord(place + first));
  const uvec4 channels = min((uvec4(0, 1, 2, 3) + first) / max(kMultiplier, 1), uvec4(input_c - 1));
  return ivec4(NumberAt(place + channels.x), NumberAt(place + channels.y), NumberAt(place + channels.z), NumberAt(place + channels.w));
}

void AccumulateDepthwise(const uint weight, const uint block) {
  const ivec4 factors = Numbers(weights[weight]);
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    sums[p] += (inside[p] ? LoadDepthwise(places[p], block * 4) : Numbers(zeros)) * factors;
  }
}

void Store(const uint first_pixel, const uint block) {
  const ivec4 bias = ivec4(LoadVector_channels(block * 4));
  const ivec4 multiplier = ivec4(LoadVector_channels(block * 4 + 1));
  const ivec4 left = ivec4(LoadVector_channels(block * 4 + 2));
  const ivec4 right = ivec4(LoadVector_channels(block * 4 + 3));
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    const ivec4 numbers = Rescale(sums[p] + bias, multiplier, left, right) + output_zero_point;
    // The most wins where the bounds cross.
    const ivec4 clamped = min(max(numbers, ivec4(least)), ivec4(most));
    if (first_pixel + p < pixels) result[(first_pixel + p) * blocks + block] = Packed(clamped);
  }
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint tile = Divide(index, by_blocks);
  const uint block = index - tile * blocks;
  const uint group = Divide(block, by_group_blocks);
  StartTile(tile * kTile);
  uint weight = group * kFilterH * kFilterW * quads * group_blocks + (block - group * group_blocks);
  for (uint ky = 0; ky < kFilterH; ++ky) {
    for (uint kx = 0; kx < kFilterW; ++kx) {
      PointAtTap(ky, kx, group * group_inputs);
      if (kMultiplier == 0) {
        Accumulate(weight);
      } else {
        AccumulateDepthwise(weight, block);
      }
      weight += quads * group_blocks;
    }
  }
  Store(tile * kTile, block);
}
