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
#define ROWS
#include "common/divide.glsl"
#include "common/image_strides.glsl"
#include "common/quantized_words.glsl"
READ_WORD_TEXELS(0, source)
READ_VECTOR_TEXELS(1, weights)   // [panel][tap][four inputs][lane][output of the block]: words of four inputs
READ_VECTOR_TEXELS(2, channels)  // [block of all groups]: bias, multiplier, left and right shift, four each

layout(local_size_x_id = 0, local_size_y_id = 1) in;
#include "common/tile_index.glsl"

layout(constant_id = 3) const uint kTile = 4;  // at most kMaxTile, a multiple of kSharers
layout(constant_id = 5) const bool kMayMiss = true;        // taps may lie beside the image
layout(constant_id = 6) const uint kFilterH = 1;
layout(constant_id = 7) const uint kFilterW = 1;
layout(constant_id = 8) const uint kStrideH = 1;
layout(constant_id = 9) const uint kStrideW = 1;
layout(constant_id = 10) const uint kDilationH = 1;
layout(constant_id = 11) const uint kDilationW = 1;
layout(constant_id = 12) const uint kStep = 1;  // quads in a turn of the loop; divides their number and kExactQuads
layout(constant_id = 13) const uint kExactQuads = 256;  // of inputs, whose products are added up exactly as floats
layout(constant_id = 18) const uint kQuadInputs = 4;  // 1 to 4 where a group has no more inputs
layout(constant_id = 14) const bool kIsLong = false;    // a sum has more quads than that


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
#include "common/quantized_result.glsl"

layout(push_constant) uniform Push {
  uvec2 by_output_w, by_output_h;
  uint pixels;  // of the output, in all rows and images
  uint output_w, output_h;
  int input_h, input_w;
  IMAGE_STRIDES_PUSH
  uint group_inputs;  // input channels of a group
  uint quads;         // the same by four, rounded up
  uint panels;        // of a group
  uint group_blocks;  // output channels of a group by four, rounded up
  uint blocks;        // of all groups
  uint last_word;     // of the input, where it lies
  int pad_top, pad_left;
  QUANTIZED_RESULT_PUSH
};

// The pixels that this invocation loads: number kSharers * i + SELF of the tile at index i.
int tops[kMaxOwn];
int lefts[kMaxOwn];
// Where the first tap's first channel is, and that of the tap at hand: in words, or in numbers where not kSourceAligned.
int firsts[kMaxOwn];
uint places[kMaxOwn];
bool inside[kMaxOwn];

#ifdef DOT_PRODUCTS
#extension GL_EXT_spirv_intrinsics : require
#define SUMS ivec4
#define PIXELS uint
spirv_instruction(extensions = ["SPV_KHR_integer_dot_product"], capabilities = [6018, 6019], id = 4450)
int DotOfBytes(const uint left, const uint right, spirv_literal int format);
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
  if (kSourceAligned) return LoadWord_source(place + quad);
  const uint number = place + quad * 4;
  const uint word = number / 4;
  const uint shift = number % 4 * 8;
  // The last word stands for what would follow an input that ends within the four.
  const uint next = LoadWord_source(min(word + 1, last_word));
  const uint first = LoadWord_source(word);
  return shift == 0 ? first : first >> shift | next << (32 - shift);
}

void StartTile(const uint first_pixel, const uint channel) {
  [[unroll]] for (uint i = 0; i < kTile / kSharers; ++i) {
    const uint pixel = min(first_pixel + i * kSharers + SELF, pixels - 1);
    const uint row = Divide(pixel, by_output_w);
    const uint image = Divide(row, by_output_h);
    tops[i] = int((row - image * output_h) * kStrideH) - pad_top;
    lefts[i] = int((pixel - row * output_w) * kStrideW) - pad_left;
    firsts[i] = int(PlaceOf(source_first + image * source_image + channel)) + tops[i] * int(PlaceOf(source_row)) +
                lefts[i] * int(PlaceOf(source_pixel));
  }
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    sums[p] = SUMS(0);
    if (kIsLong) totals[p] = ivec4(0);
  }
}

// A tap beside the image is read at the first place of all.
void PointAtTap(const uint ky, const uint kx) {
  const int down = int(ky * kDilationH);
  const int across = int(kx * kDilationW);
  const int offset = down * int(PlaceOf(source_row)) + across * int(PlaceOf(source_pixel));
  [[unroll]] for (uint i = 0; i < kTile / kSharers; ++i) {
    inside[i] = !kMayMiss || (uint(tops[i] + down) < uint(input_h) && uint(lefts[i] + across) < uint(input_w));
    places[i] = inside[i] ? uint(firsts[i] + offset) : 0;
  }
}

// `weight` is the lane's vector of the quad.
void AccumulateQuad(const uint weight, const uint quad) {
  const uvec4 words = LoadVector_weights(weight);
  PIXELS own[kMaxOwn];
  [[unroll]] for (uint i = 0; i < kTile / kSharers; ++i) {
    const uint word = LoadFour(places[i], quad);
    own[i] = Unpacked(kMayMiss ? mix(zeros, word, inside[i]) : word);
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
    if (kQuadInputs > 1) sum = x.y * second + sum;
    if (kQuadInputs > 2) sum = x.z * third + sum;
    if (kQuadInputs > 3) sum = x.w * fourth + sum;
    sums[p] = sum;
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
void Accumulate(const uint first_weight) {
  uint weight = first_weight;
  uint pending = 0;  // quads in `sums`
  for (uint ky = 0; ky < kFilterH; ++ky) {
    for (uint kx = 0; kx < kFilterW; ++kx) {
      PointAtTap(ky, kx);
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

void main() {
  const uint group = gl_WorkGroupID.x / panels;
  const uint lane = LocalX();
  const uint block = gl_WorkGroupID.x % panels * LocalWidth() + lane;  // of the group
  const uint first_pixel = TileIndex() * kTile;
  StartTile(first_pixel, group * group_inputs);
  Accumulate(gl_WorkGroupID.x * kFilterH * kFilterW * quads * LocalWidth() + lane);
  const uint end_pixel = block < group_blocks ? pixels : 0;
  const uint near_block = group * group_blocks + min(block, group_blocks - 1);
  const Channels own = LOAD_CHANNELS(channels, near_block);
  if (kIsLong) TakeTotals();
  TAKE_RESULT_ROWS
  uint words[kMaxTile];
  [[unroll]] for (uint p = 0; p < kTile; ++p) words[p] = Word(kIsLong ? totals[p] : ivec4(sums[p]), own);
  StoreWords(words, kTile, first_pixel, end_pixel, blocks, near_block);
}
