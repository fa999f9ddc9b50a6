#version 450
// 2D convolution of quantized values, NHWC, grouped, depthwise, dilated or transposed, bit for bit as TFLite's reference
// kernel. Computes out = clamp(zero point + multiplier of the channel * (bias + sum)). The sum over taps and input channels is
// of (pixel - zero point) * (weight - zero point). Pixels and results are int8, uint8 or int16; weights have 8 or 4 bits.
//
// Tensors are read and written as words, so that no device needs 8-bit storage. An invocation computes kTile consecutive output
// pixels, in any rows, times four channels of one group. The four channels of a pixel are stored as whole words: one, or two
// for int16. If a group's channels are not whole words in the output, the host copies them there.
//
// In a transposed convolution an output pixel takes from each tap the one input pixel that the scatter would spread onto it, if
// any. Pixels with the same remainders modulo the strides (a phase) use the same taps and follow each other.
//
// The host has subtracted the pixels' zero point times the sum of the weights from the bias. Taps beside the image therefore
// read the zero point. Phases have different sums of weights, so a transposed convolution subtracts the zero point here.
// Iterations: kFilterH * (3 + kFilterW * (3 + quads + Ceil(quads, 127)))
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define ROWS
#include "common/quantized_values.glsl"
layout(std430, binding = 0) readonly buffer source_scalars { uint source[]; };
// Layout: [group][tap][four inputs][block of four outputs][input]. An element is four outputs, a word or half a word.
layout(std430, binding = 1) readonly buffer weights_vectors { uvec4 weights_v4[]; };
// Layout of depthwise weights: [tap][block]
layout(std430, binding = 1) readonly buffer weights_scalars { uint weights[]; };
// Layout: [group][block of four outputs], with bias, multiplier, left and right shift. With kWideSums the low and high word of
// the bias, multiplier and right shift.
layout(std430, binding = 2) readonly buffer channels_vectors { uvec4 channels[]; };
layout(std430, binding = 3) writeonly buffer result_scalars { uint result[]; };
DECLARE_ROWS(3, result)
#include "common/packed_int8.glsl"
#include "common/divide.glsl"
#include "common/flat.glsl"
#include "common/image_strides.glsl"
#include "common/int64.glsl"
#include "common/requantize.glsl"
#include "common/requantize64.glsl"
#define STEPS_BINDING 4
#include "common/integer_steps.glsl"

const uint kMaxTile = 8;  // the largest of kTiles in delegate/ops/conv/quantized_conv_2d.cc
const uint kMostQuads = 127;  // 508 products of int16 and int8 have sums of 32 bits
layout(constant_id = 3) const uint kTile = 4;
layout(constant_id = 4) const uint kKind = 1;
layout(constant_id = 5) const bool kMayMiss = true;  // taps may lie beside the image
layout(constant_id = 6) const uint kFilterH = 1;
layout(constant_id = 7) const uint kFilterW = 1;
layout(constant_id = 8) const uint kStrideH = 1;
layout(constant_id = 9) const uint kStrideW = 1;
layout(constant_id = 10) const uint kDilationH = 1;
layout(constant_id = 11) const uint kDilationW = 1;
// Outputs per input channel of a depthwise convolution, which has one group of all its outputs. 0: not depthwise.
layout(constant_id = 12) const uint kMultiplier = 0;
layout(constant_id = 13) const uint kBytes = 1;           // bytes of a pixel's value, 1 or 2
layout(constant_id = 14) const bool kWideSums = false;    // sums have 64 bits
layout(constant_id = 15) const bool kTransposed = false;  // then not dilated
layout(constant_id = 16) const uint kWeightBits = 8;

layout(push_constant) uniform Push {
  uvec2 by_blocks, by_group_blocks, by_phase_w, by_phase_h;
  uint total;             // tiles times blocks
  uint pixels;            // pixels of a phase, in all rows and images
  uint phase_w, phase_h;  // columns and rows of a phase; the output's if not transposed
  uint output_w, output_h;
  int input_h, input_w;
  IMAGE_STRIDES_PUSH
  uint quads;           // quads of input channels of a group, rounded up
  uint group_inputs;    // input channels of a group; depthwise: of all
  uint group_blocks;    // blocks of four output channels of a group, rounded up
  uint blocks;          // blocks of all groups
  uint last_word;       // last word of the input
  int pad_top, pad_left;
  uint zeros;           // the input's zero point in each byte; 0 for int16
  int filter_zero_point;
  int output_zero_point;
  int least, most;  // bounds of the output's values
};

uvec2 phase;             // row and column of the phase's first pixel
uint images[kMaxTile];   // offset in the source of the pixel's image
ivec2 positions[kMaxTile];  // row and column of the pixel: within its phase if transposed, else times the stride
uint taps[kMaxTile];     // offset of the first input channel that the pixel reads at the tap, in values
bool inside[kMaxTile];
ivec4 sums[kMaxTile];
uvec4 low_sums[kMaxTile];  // with high_sums, the earlier contents of `sums`
ivec4 high_sums[kMaxTile];
uint products;  // quads of products in each of `sums`

ivec4 FourBytes(const uint word) {
  return ivec4(IntegerOf(word, 0, kKind, 1), IntegerOf(word, 1, kKind, 1), IntegerOf(word, 2, kKind, 1),
               IntegerOf(word, 3, kKind, 1));
}

ivec4 IntegersOf(const uvec2 words) {
  if (kBytes == 1) return FourBytes(words.x);
  return ivec4(IntegerOf(words.x, 0, kKind, 2), IntegerOf(words.x, 1, kKind, 2), IntegerOf(words.y, 0, kKind, 2),
               IntegerOf(words.y, 1, kKind, 2));
}

// Unpacks four weights from the low bits.
ivec4 Weights(const uint word) {
  if (kWeightBits == 8) return kKind == kUnsigned ? FourBytes(word) - filter_zero_point : FourBytes(word);
  const int bits = int(word);
  return ivec4(bitfieldExtract(bits, 0, 4), bitfieldExtract(bits, 4, 4), bitfieldExtract(bits, 8, 4),
               bitfieldExtract(bits, 12, 4));
}

// Loads the weights of four inputs, each with four outputs.
uvec4 LoadQuad(const uint index) {
  if (kWeightBits == 8) return weights_v4[index];
  const uvec2 pairs = uvec2(weights[index * 2], weights[index * 2 + 1]);
  return uvec4(pairs.x, pairs.x >> 16, pairs.y, pairs.y >> 16);
}

// Loads the weights of four outputs of a depthwise convolution.
uint LoadTap(const uint index) {
  return kWeightBits == 8 ? weights[index] : weights[index / 2] >> (index % 2 * 16);
}

// Loads a word of values from `offset` on.
uint LoadWord(const uint offset) {
  const uint word = offset / (4 / kBytes);
  if (kSourceAligned) return source[word];
  const uint shift = offset % (4 / kBytes) * 8 * kBytes;
  // Past the end of the input, the last word stands in for the next one.
  const uint this_word = source[kBytes == 1 ? word : min(word, last_word)];
  const uint next = source[min(word + 1, last_word)];
  return shift == 0 ? this_word : this_word >> shift | next << (32 - shift);
}

// Loads four values from `offset` on. Values beyond the group's channels meet weights of 0.
uvec2 LoadIntegers(const uint offset) {
  return uvec2(LoadWord(offset), kBytes == 1 ? 0 : LoadWord(offset + 2));
}

// Returns the values, minus the zero point if the bias does not compensate for it.
ivec4 ValuesOf(const uvec2 words) {
  return kTransposed ? IntegersOf(words) - IntegerOf(zeros, 0, kKind, 1) : IntegersOf(words);
}

void StartTile(const uint first_pixel) {
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    const uint pixel = min(first_pixel + p, pixels - 1);
    const uint row = Divide(pixel, by_phase_w);
    const uint image = Divide(row, by_phase_h);
    images[p] = source_first + image * source_image;
    positions[p] = ivec2(row - image * phase_h, pixel - row * phase_w) *
                (kTransposed ? ivec2(1) : ivec2(kStrideH, kStrideW));
    sums[p] = ivec4(0);
    if (kWideSums) {
      low_sums[p] = uvec4(0);
      high_sums[p] = ivec4(0);
    }
  }
}

// Returns the row and column that the phase's first pixel reads at a tap.
ivec2 TapPosition(const uint ky, const uint kx) {
  const ivec2 pads = ivec2(pad_top, pad_left);
  if (!kTransposed) return ivec2(ky * kDilationH, kx * kDilationW) - pads;
  return (ivec2(phase) + pads - ivec2(ky, kx)) / ivec2(kStrideH, kStrideW);
}

void PointAtTap(const ivec2 tap, const uint channel) {
  const ivec2 ends = ivec2(input_h, input_w);
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    const ivec2 position = positions[p] + tap;
    inside[p] = !kMayMiss || (all(greaterThanEqual(position, ivec2(0))) && all(lessThan(position, ends)));
    const uvec2 near = uvec2(kMayMiss ? clamp(position, ivec2(0), ends - 1) : position);
    taps[p] = images[p] + near.x * source_row + near.y * source_pixel + channel;
  }
}

void Widen() {
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    uvec4 carry;
    low_sums[p] = uaddCarry(low_sums[p], uvec4(sums[p]), carry);
    high_sums[p] += (sums[p] >> 31) + ivec4(carry);
    sums[p] = ivec4(0);
  }
  products = 0;
}

// Makes room for `more` quads of products.
void Reserve(const uint more) {
  if (!kWideSums) return;
  if (products + more > kMostQuads) Widen();
  products += more;
}

void AccumulateQuads(const uint weight, const uint first, const uint end) {
  for (uint quad = first; quad < end; ++quad) {
    const uvec4 words = LoadQuad(weight + quad * group_blocks);
    const ivec4 by_first = Weights(words.x);
    const ivec4 by_second = Weights(words.y);
    const ivec4 by_third = Weights(words.z);
    const ivec4 by_fourth = Weights(words.w);
    [[unroll]] for (uint p = 0; p < kTile; ++p) {
      const ivec4 values = ValuesOf(inside[p] ? LoadIntegers(taps[p] + quad * 4) : uvec2(zeros));
      sums[p] += values.x * by_first + values.y * by_second + values.z * by_third + values.w * by_fourth;
    }
  }
}

void Accumulate(const uint weight) {
  if (!kWideSums) {
    AccumulateQuads(weight, 0, quads);
    return;
  }
  for (uint first = 0; first < quads; first += kMostQuads) {
    const uint end = min(first + kMostQuads, quads);
    Reserve(end - first);
    AccumulateQuads(weight, first, end);
  }
}

int IntegerAt(const uint offset) { return IntegerOf(source[offset / (4 / kBytes)], offset, kKind, kBytes); }

// Loads the values of the pixel at `offset` that four outputs from `first` on read. Values beyond the last output meet weights
// of 0.
ivec4 LoadDepthwise(const uint offset, const uint first) {
  if (kMultiplier == 1) return IntegersOf(LoadIntegers(offset + first));
  const uvec4 inputs = min((uvec4(0, 1, 2, 3) + first) / max(kMultiplier, 1), uvec4(group_inputs - 1));
  return ivec4(IntegerAt(offset + inputs.x), IntegerAt(offset + inputs.y), IntegerAt(offset + inputs.z),
               IntegerAt(offset + inputs.w));
}

void AccumulateDepthwise(const uint weight, const uint block) {
  Reserve(1);
  const ivec4 factors = Weights(LoadTap(weight));
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    sums[p] += (inside[p] ? LoadDepthwise(taps[p], block * 4) : IntegersOf(uvec2(zeros))) * factors;
  }
}

#include "conv/quantized_channels.glsl"

const uint kNoPixel = 0xFFFFFFFF;

// Returns the pixel's index in the output.
uint PixelOf(const uint first_pixel, const uint p) {
  const uint pixel = first_pixel + p;
  if (pixel >= pixels) return kNoPixel;
  if (!kTransposed) return pixel;
  const uvec2 offset = uvec2(positions[p]) * uvec2(kStrideH, kStrideW) + phase;
  if (offset.x >= output_h || offset.y >= output_w) return kNoPixel;
  const uint image = Divide(Divide(pixel, by_phase_w), by_phase_h);
  return (image * output_h + offset.x) * output_w + offset.y;
}

void Store(const uint first_pixel, const uint block) {
  if (kWideSums) Widen();
  const Channels of = Channels(channels[block * 4], channels[block * 4 + 1], channels[block * 4 + 2],
                               channels[block * 4 + 3]);
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    const ivec4 integers = RescaleSums(p, of) + output_zero_point;
    // If the bounds cross, the upper one wins.
    const ivec4 clamped = min(max(integers, ivec4(least)), ivec4(most));
    const uint pixel = PixelOf(first_pixel, p);
    if (pixel != kNoPixel) StoreFour(pixel * blocks + block, clamped);
  }
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint tile = Divide(index, by_blocks);
  const uint block = index - tile * blocks;
  const uint group = Divide(block, by_group_blocks);
  const uint phase_tiles = (pixels + kTile - 1) / kTile;
  const uint phase_index = kTransposed ? tile / phase_tiles : 0;
  const uint first_pixel = (tile - phase_index * phase_tiles) * kTile;
  phase = uvec2(phase_index / kStrideW, phase_index % kStrideW);
  products = 0;
  StartTile(first_pixel);
  const uint first_weight = group * kFilterH * kFilterW * quads * group_blocks + (block - group * group_blocks);
  const uvec2 strides = uvec2(kStrideH, kStrideW);
  const uvec2 first_tap = kTransposed ? (phase + uvec2(pad_top, pad_left)) % strides : uvec2(0);
  const uvec2 step = kTransposed ? strides : uvec2(1);
  for (uint ky = first_tap.x; ky < kFilterH; ky += step.x) {
    for (uint kx = first_tap.y; kx < kFilterW; kx += step.y) {
      PointAtTap(TapPosition(ky, kx), group * group_inputs);
      const uint weight = first_weight + (ky * kFilterW + kx) * quads * group_blocks;
      if (kMultiplier == 0) {
        Accumulate(weight);
      } else {
        AccumulateDepthwise(weight, block);
      }
    }
  }
  Store(first_pixel, block);
}
