#version 450
// 2D convolution of int8 numbers, NHWC, grouped and dilated, in tiles of pixels: the numbers of quantized_conv_2d.comp, bit for bit.
// A tile is kTile consecutive output pixels, whatever rows they are in, times four channels of one group; one invocation computes it.
// Workgroups: x = panels of lanes, a block of four output channels each, group after group; y and z = tiles.
// Products of int8 are added up as floats: up to kExactQuads quads of them stay below 2^24, so that every sum is exact and
// becomes an integer. With DOT_PRODUCTS one instruction multiplies four pairs. The host has taken the pixels' zero point
// times the sum of the weights out of the bias, so that taps beside the image read it as a number like any other.
// With SHARED_PIXELS the eight lanes of a subgroup are of one panel: each loads every eighth pixel, and they exchange the
// values (docs/design/loads.md).
// Iterations: kFilterH * (1 + kFilterW * (1 + Ceil(quads, kExactQuads) + Ceil(quads, kStep)))
// Variant scalar_texels: TEXELS SCALAR_SOURCE SHARED_PIXELS PAIRS
// Variant dots: DOT_PRODUCTS
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/bytes.glsl"
#include "common/divide.glsl"
#include "common/requantize.glsl"
#ifdef TEXELS
layout(binding = 0, r32ui) uniform readonly uimageBuffer source;
layout(binding = 1, rgba32ui) uniform readonly uimageBuffer weights;
layout(binding = 2, rgba32ui) uniform readonly uimageBuffer channels;
uint LoadWord_source(const uint place) { return imageLoad(source, int(place)).x; }
uvec4 LoadVector_weights(const uint place) { return imageLoad(weights, int(place)); }
uvec4 LoadVector_channels(const uint place) { return imageLoad(channels, int(place)); }
#else
layout(std430, binding = 0) readonly buffer source_scalars { uint source[]; };
// [panel][tap][four inputs][lane][output of the block]: words of four inputs.
layout(std430, binding = 1) readonly buffer weights_vectors { uvec4 weights_v4[]; };
// [block of all groups]: bias, multiplier, left and right shift, four each.
layout(std430, binding = 2) readonly buffer channels_vectors { uvec4 channels_v4[]; };
uint LoadWord_source(const uint place) { return source[place]; }
uvec4 LoadVector_weights(const uint place) { return weights_v4[place]; }
uvec4 LoadVector_channels(const uint place) { return channels_v4[place]; }
#endif
layout(std430, binding = 3) writeonly buffer result_scalars { uint result[]; };
layout(std430, binding = 3) writeonly buffer result_vectors { uvec4 result_v4[]; };

layout(local_size_x_id = 0, local_size_y_id = 1) in;
#include "common/tile_index.glsl"

layout(constant_id = 3) const uint kTile = 4;  // at most kMaxTile, a multiple of kSharers
layout(constant_id = 4) const bool kSourceAligned = true;  // input channels of a group are a multiple of 4
layout(constant_id = 5) const bool kMayMiss = true;        // taps may lie beside the image
layout(constant_id = 6) const uint kFilterH = 1;
layout(constant_id = 7) const uint kFilterW = 1;
layout(constant_id = 8) const uint kStrideH = 1;
layout(constant_id = 9) const uint kStrideW = 1;
layout(constant_id = 10) const uint kDilationH = 1;
layout(constant_id = 11) const uint kDilationW = 1;
layout(constant_id = 12) const uint kStep = 1;  // quads in a turn of the loop; divides their number and kExactQuads
layout(constant_id = 13) const uint kExactQuads = 256;  // of inputs, whose products are added up exactly as floats
layout(constant_id = 14) const bool kIsLong = false;    // a sum has more quads than that
layout(constant_id = 15) const bool kStoresFour = false;  // blocks are a multiple of 4: lanes store four words at a time
// What turns the tensors' numbers into int8 and back: 0, or for uint8 the highest bit of each.
layout(constant_id = 16) const uint kFlip = 0;

layout(push_constant) uniform Push {
  uvec2 by_output_w, by_output_h;
  uint pixels;  // of the output, in all rows and images
  uint output_w, output_h;
  int input_h, input_w;
  uint input_c;       // channels of all groups
  uint group_inputs;  // input channels of a group
  uint quads;         // the same by four, rounded up
  uint panels;        // of a group
  uint group_blocks;  // output channels of a group by four, rounded up
  uint blocks;        // of all groups
  uint last_word;     // of the input
  int pad_top, pad_left;
  uint zeros;  // the input's zero point, four times
  int output_zero_point;
  int least, most;  // numbers of the output
};

#ifdef SHARED_PIXELS
#extension GL_KHR_shader_subgroup_shuffle : require
const uint kSharers = 8;
const uint kMaxTile = 32;
#define SELF gl_SubgroupInvocationID
#define PIXEL(values, p) subgroupShuffle(values[(p) / kSharers], (p) % kSharers)
#else
const uint kSharers = 1;
const uint kMaxTile = 8;
#define SELF 0
#define PIXEL(values, p) values[p]
#endif
const uint kMaxOwn = kMaxTile / kSharers;

// Of the pixels that this invocation loads, number kSharers * i + SELF of the tile at index i.
uint image_rows[kMaxOwn];  // number of the first row of the pixel's image
int tops[kMaxOwn];
int lefts[kMaxOwn];
uint places[kMaxOwn];  // of the pixel at the tap: its first input channel, counted in words, or in numbers where not kSourceAligned
bool inside[kMaxOwn];

#ifdef DOT_PRODUCTS
#extension GL_EXT_spirv_intrinsics : require
#define SUMS ivec4
#define PIXELS uint
spirv_instruction(extensions = ["SPV_KHR_integer_dot_product"], capabilities = [6018, 6019], id = 4450)
int DotOfBytes(uint left, uint right, spirv_literal int format);
uint Unpacked(const uint word) { return word; }
ivec4 Added(const ivec4 sum, const uint pixel, const uvec4 words) {
  return sum + ivec4(DotOfBytes(pixel, words.x, 0), DotOfBytes(pixel, words.y, 0), DotOfBytes(pixel, words.z, 0),
                     DotOfBytes(pixel, words.w, 0));
}
#else
#define SUMS vec4
#define PIXELS vec4
vec4 Unpacked(const uint word) { return vec4(Numbers(word)); }
#endif
SUMS sums[kMaxTile];
ivec4 totals[kMaxTile];

uint PlaceOf(const uint number) { return kSourceAligned ? number / 4 : number; }

// Four numbers from `place` on. Those beyond the group's channels meet weights of 0.
uint LoadFour(const uint place, const uint quad) {
  if (kSourceAligned) return LoadWord_source(place + quad) ^ kFlip;
  const uint number = place + quad * 4;
  const uint word = number / 4;
  const uint shift = number % 4 * 8;
  // The last word stands for what would follow an input that ends within the four.
  const uint next = LoadWord_source(min(word + 1, last_word));
  const uint first = LoadWord_source(word);
  return (shift == 0 ? first : first >> shift | next << (32 - shift)) ^ kFlip;
}

void StartTile(const uint first_pixel) {
  [[unroll]] for (uint i = 0; i < kTile / kSharers; ++i) {
    const uint pixel = min(first_pixel + i * kSharers + SELF, pixels - 1);
    const uint row = Divide(pixel, by_output_w);
    const uint image = Divide(row, by_output_h);
    image_rows[i] = image * uint(input_h);
    tops[i] = int((row - image * output_h) * kStrideH) - pad_top;
    lefts[i] = int((pixel - row * output_w) * kStrideW) - pad_left;
  }
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    sums[p] = SUMS(0);
    if (kIsLong) totals[p] = ivec4(0);
  }
}

void PointAtTap(const uint ky, const uint kx, const uint channel) {
  [[unroll]] for (uint i = 0; i < kTile / kSharers; ++i) {
    const int y = tops[i] + int(ky * kDilationH);
    const int x = lefts[i] + int(kx * kDilationW);
    inside[i] = !kMayMiss || (y >= 0 && y < input_h && x >= 0 && x < input_w);
    const uint row = image_rows[i] + uint(kMayMiss ? clamp(y, 0, input_h - 1) : y);
    const uint column = uint(kMayMiss ? clamp(x, 0, input_w - 1) : x);
    places[i] = (row * uint(input_w) + column) * PlaceOf(input_c) + PlaceOf(channel);
  }
}

// `weight` is the lane's vector of the quad.
void AccumulateQuad(const uint weight, const uint quad) {
  const uvec4 words = LoadVector_weights(weight);
  PIXELS own[kMaxOwn];
  [[unroll]] for (uint i = 0; i < kTile / kSharers; ++i) {
    const uint word = LoadFour(places[i], quad);
    own[i] = Unpacked(inside[i] ? word : zeros);
  }
#ifdef DOT_PRODUCTS
  [[unroll]] for (uint p = 0; p < kTile; ++p) sums[p] = Added(sums[p], PIXEL(own, p), words);
#else
  const ivec4 bits = ivec4(words);
  const vec4 first = vec4(bits << 24 >> 24);
  const vec4 second = vec4(bits << 16 >> 24);
  const vec4 third = vec4(bits << 8 >> 24);
  const vec4 fourth = vec4(bits >> 24);
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    const vec4 x = PIXEL(own, p);
    vec4 sum = x.x * first + sums[p];
    sum = x.y * second + sum;
    sum = x.z * third + sum;
    sums[p] = x.w * fourth + sum;
  }
#endif
}

void TakeTotals() {
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    totals[p] += ivec4(sums[p]);
    sums[p] = SUMS(0);
  }
}

// Adds up all taps and inputs from the lane's first vector of weights on.
void Accumulate(const uint first_weight, const uint channel) {
  uint weight = first_weight;
  uint pending = 0;  // quads in `sums`
  for (uint ky = 0; ky < kFilterH; ++ky) {
    for (uint kx = 0; kx < kFilterW; ++kx) {
      PointAtTap(ky, kx, channel);
      for (uint first = 0; first < quads; first += kExactQuads) {
        const uint end = kIsLong ? min(first + kExactQuads, quads) : quads;
        if (kIsLong) {
          if (pending + (end - first) > kExactQuads) {
            TakeTotals();
            pending = 0;
          }
          pending += end - first;
        }
        for (uint quad = first; quad < end; quad += kStep) {
          [[unroll]] for (uint s = 0; s < kStep; ++s) {
            AccumulateQuad(weight, quad + s);
            weight += LocalWidth();
          }
        }
        if (!kIsLong) break;
      }
    }
  }
}

uint PixelsOf(const ivec4 sum, const ivec4 bias, const ivec4 multiplier, const ivec4 left, const ivec4 right) {
  const ivec4 numbers = Rescale(sum + bias, multiplier, left, right) + output_zero_point;
  // The most wins where the bounds cross.
  return Packed(min(max(numbers, ivec4(least)), ivec4(most))) ^ kFlip;
}

#ifdef PAIRS
// Lanes 4n to 4n + 3 have a word each of the same four pixels. Returns the four words of pixel lane % 4.
uvec4 Transposed(const uvec4 words) {
  const bool is_odd = SELF % 2 == 1;
  const uvec2 near = subgroupShuffle(is_odd ? words.xz : words.yw, SELF ^ 1);
  const uvec2 first = is_odd ? uvec2(near.x, words.y) : uvec2(words.x, near.x);  // of pixel 0 or 1
  const uvec2 second = is_odd ? uvec2(near.y, words.w) : uvec2(words.z, near.y);  // of pixel 2 or 3
  const bool is_late = SELF % 4 >= 2;
  const uvec2 far = subgroupShuffle(is_late ? first : second, SELF ^ 2);
  return is_late ? uvec4(far, second) : uvec4(first, far);
}
#endif

// Stores the words of the block, of all groups', that exist. Lanes of a subgroup do so together.
void Store(const uint first_pixel, const uint end_pixel, const uint block) {
  const ivec4 bias = ivec4(LoadVector_channels(block * 4));
  const ivec4 multiplier = ivec4(LoadVector_channels(block * 4 + 1));
  const ivec4 left = ivec4(LoadVector_channels(block * 4 + 2));
  const ivec4 right = ivec4(LoadVector_channels(block * 4 + 3));
  if (kIsLong) {
    TakeTotals();
  } else {
    [[unroll]] for (uint p = 0; p < kTile; ++p) totals[p] = ivec4(sums[p]);
  }
#ifdef PAIRS
  if (kStoresFour) {
    [[unroll]] for (uint p = 0; p < kTile; p += 4) {
      const uvec4 words = Transposed(uvec4(PixelsOf(totals[p], bias, multiplier, left, right),
                                           PixelsOf(totals[p + 1], bias, multiplier, left, right),
                                           PixelsOf(totals[p + 2], bias, multiplier, left, right),
                                           PixelsOf(totals[p + 3], bias, multiplier, left, right)));
      const uint pixel = first_pixel + p + SELF % 4;
      if (pixel < end_pixel) result_v4[(pixel * blocks + block) / 4] = words;
    }
    return;
  }
#endif
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    const uint word = PixelsOf(totals[p], bias, multiplier, left, right);
    if (first_pixel + p < end_pixel) result[(first_pixel + p) * blocks + block] = word;
  }
}

void main() {
  const uint group = gl_WorkGroupID.x / panels;
  const uint lane = LocalX();
  const uint block = gl_WorkGroupID.x % panels * LocalWidth() + lane;  // of the group
  const uint first_pixel = TileIndex() * kTile;
  StartTile(first_pixel);
  Accumulate(gl_WorkGroupID.x * kFilterH * kFilterW * quads * LocalWidth() + lane, group * group_inputs);
  const uint end_pixel = block < group_blocks ? pixels : 0;
  Store(first_pixel, end_pixel, group * group_blocks + min(block, group_blocks - 1));
}
