#version 450
// 3x3 convolution of int8 values at stride 1, NHWC, by Winograd's algorithm F(2x2, 3x3) in integers (Lavin and Gray 2015,
// arXiv:1509.09308). Results equal those of quantized_conv_2d.comp bit for bit, with 16 products for 4 pixels instead of 36.
// The filter's transformation is scaled by 2 along each dim to make it integer. The sums are thus four times too large, and are
// divided at the end.
//
// An invocation computes kTile tiles of 2x2 output pixels times four channels, one of the 16 products after the other. It
// transforms the pixels that it loads: each result is a signed sum of four values. Sums over channels are floats, exact below
// 2^24. The last word of the weights is the number of 16-channel vectors after which they must become integers.
// With SHARED_PIXELS the eight lanes of a subgroup share the pixels as in int8_tile_conv_2d.comp.
// Iterations: 16 * (1 + 6 * vectors)
// Variant texels: TEXELS SHARED_PIXELS PAIRS
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/divide.glsl"
#include "common/quantized_words.glsl"
READ_VECTOR_TEXELS(0, source)    // 16 channels each
READ_VECTOR_TEXELS(1, weights)   // [panel][product][four inputs][two inputs][lane][output of the block]: two inputs in a word
READ_VECTOR_TEXELS(2, channels)  // [block]: bias, multiplier, left and right shift, four each

layout(local_size_x_id = 0, local_size_y_id = 1) in;
#include "common/tile_index.glsl"

layout(constant_id = 3) const uint kTile = 4;  // at most kMaxTile, a multiple of kSharers

#include "common/shared_pixels.glsl"
#include "conv/quantized_result.glsl"

layout(push_constant) uniform Push {
  uvec2 by_tiles_w, by_tiles_h;
  uint tiles_h, tiles_w, tiles;  // tiles along an image's height and width, and in all images
  int input_h, input_w;
  uint output_h, output_w;
  uint vectors;        // vectors of a pixel, 16 input channels each
  uint weights_end;    // index of the vector that holds the number of exact vectors
  uint blocks;         // blocks of four output channels
  uint source_image, source_row, source_pixel, source_first;  // as IMAGE_STRIDES_PUSH, in vectors of 16 values
  int pad_top, pad_left;
  QUANTIZED_RESULT_PUSH
};

struct Corner {
  uint image;
  uint top, left;  // first output pixel
};
Corner CornerOf(const uint tile) {
  const uint row = Divide(tile, by_tiles_w);  // row of tiles, counted over all images
  const uint image = Divide(row, by_tiles_h);
  return Corner(image, (row - image * tiles_h) * 2, (tile - row * tiles_w) * 2);
}

// Tiles whose pixels this invocation loads: index i holds tile kSharers * i + SELF.
int images[kMaxOwn];  // offset of the image
int tops[kMaxOwn];
int lefts[kMaxOwn];
// The four pixels of each tile that a product needs: their offsets, and true if they lie in the image.
uint offsets[kMaxOwn * 4];
bool inside[kMaxOwn * 4];
uint signs[4];  // xor masks that turn a pixel's values, or the negated values, into bytes from 0 to 255
int centre;     // the sum of four such bytes if their values add up to 0
uvec4 evens[kMaxOwn];  // sums of such bytes, two per word: values 0 and 2 of each word of the pixels; odds: 1 and 3
uvec4 odds[kMaxOwn];
vec4 sums[kMaxTile];
ivec4 totals[kMaxTile * 4];  // sums of 2x2 pixels times four; they may wrap around in between

void StartTiles(const uint first) {
  [[unroll]] for (uint i = 0; i < kTile / kSharers; ++i) {
    const Corner corner = CornerOf(min(first + i * kSharers + SELF, tiles - 1));
    images[i] = int(source_first + corner.image * source_image);
    tops[i] = int(corner.top) - pad_top;
    lefts[i] = int(corner.left) - pad_left;
  }
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    sums[p] = vec4(0.0);
    [[unroll]] for (uint o = 0; o < 4; ++o) totals[p * 4 + o] = ivec4(0);
  }
}

// The two indices in B^T d = (d0 - d2, d1 + d2, d2 - d1, d1 - d3) whose values give component i. Each constant packs four.
int FirstOf(const uint i) { return int(0x1210u >> i * 4 & 3u); }
int SecondOf(const uint i) { return int(0x3122u >> i * 4 & 3u); }

void PointAtProduct(const uint row, const uint column) {
  const int downs[2] = {FirstOf(row), SecondOf(row)};
  const int acrosses[2] = {FirstOf(column), SecondOf(column)};
  [[unroll]] for (uint k = 0; k < 4; ++k) {
    const bool is_minus = (k / 2 == 1 && row != 1) != (k % 2 == 1 && column != 1);
    signs[k] = is_minus ? 0x7f7f7f7fu : 0x80808080u;
    [[unroll]] for (uint i = 0; i < kTile / kSharers; ++i) {
      const int y = tops[i] + downs[k / 2];
      const int x = lefts[i] + acrosses[k % 2];
      inside[i * 4 + k] = uint(y) < uint(input_h) && uint(x) < uint(input_w);
      offsets[i * 4 + k] = inside[i * 4 + k] ? uint(images[i] + y * int(source_row) + x * int(source_pixel)) : 0;
    }
  }
  centre = row == 1 && column == 1 ? 512 : 510;
}

// Transforms 16 channels of the pixels.
void TransformPixels(const uint vector) {
  [[unroll]] for (uint i = 0; i < kTile / kSharers; ++i) {
    uvec4 even = uvec4(0);
    uvec4 odd = uvec4(0);
    [[unroll]] for (uint k = 0; k < 4; ++k) {
      const uvec4 words = LoadVector_source(offsets[i * 4 + k] + vector);
      const uvec4 bytes = mix(uvec4(zeros), words, bvec4(inside[i * 4 + k])) ^ signs[k];
      even += bytes & 0xff00ffu;
      odd += bytes >> 8 & 0xff00ffu;
    }
    evens[i] = even;
    odds[i] = odd;
  }
}

// Adds products of the first four of the pixels' channels, and moves on to the next four. `weight` is the index of the lane's
// first weight vector for them.
void AccumulateQuad(const uint weight) {
  vec4 own[kMaxOwn];
  [[unroll]] for (uint i = 0; i < kTile / kSharers; ++i) {
    own[i] = vec4(ivec4(evens[i].x & 0xffffu, odds[i].x & 0xffffu, evens[i].x >> 16, odds[i].x >> 16) - centre);
    evens[i] = evens[i].yzwx;
    odds[i] = odds[i].yzwx;
  }
  const ivec4 near = ivec4(LoadVector_weights(weight));
  const ivec4 far = ivec4(LoadVector_weights(weight + LocalWidth()));
  const vec4 first = vec4(near << 16 >> 16);
  const vec4 second = vec4(near >> 16);
  const vec4 third = vec4(far << 16 >> 16);
  const vec4 fourth = vec4(far >> 16);
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    const vec4 x = PIXEL(own, p);
    sums[p] = x.w * fourth + (x.z * third + (x.y * second + (x.x * first + sums[p])));
  }
}

// Adds the sums to the pixels to which the product contributes: A^T m = (m0 + m1 + m2, m1 - m2 - m3).
void TakeSums(const uint row, const uint column) {
  const ivec2 down = ivec2(row < 3 ? 1 : 0, row == 0 ? 0 : row == 1 ? 1 : -1);
  const ivec2 across = ivec2(column < 3 ? 1 : 0, column == 0 ? 0 : column == 1 ? 1 : -1);
  const int parts[4] = {down.x * across.x, down.x * across.y, down.y * across.x, down.y * across.y};
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    const ivec4 sum = ivec4(sums[p]);
    sums[p] = vec4(0.0);
    [[unroll]] for (uint o = 0; o < 4; ++o) totals[p * 4 + o] += parts[o] * sum;
  }
}

void Accumulate(const uint first_weight) {
  const uint exact_vectors = LoadVector_weights(weights_end).x;
  uint weight = first_weight;
  for (uint product = 0; product < 16; ++product) {
    PointAtProduct(product / 4, product % 4);
    for (uint first = 0; first < vectors; first += exact_vectors) {
      const uint end = min(first + exact_vectors, vectors);
      for (uint vector = first; vector < end; ++vector) {
        TransformPixels(vector);
        [[unroll]] for (uint quad = 0; quad < 4; ++quad) {
          AccumulateQuad(weight);
          weight += LocalWidth() * 2;
        }
      }
      TakeSums(product / 4, product % 4);
    }
  }
}

// Stores 2x2 pixels. With PAIRS each lane of four stores four words of one pixel.
void StoreTile(const uint tile, const uint words[4], const uint block) {
  const Corner corner = CornerOf(min(tile, tiles - 1));
  const bool exists = tile < tiles && block < blocks;
#ifdef PAIRS
  const uvec4 own = Transposed(uvec4(words[0], words[1], words[2], words[3]));
  const uint o = gl_SubgroupInvocationID % 4;
#else
  [[unroll]] for (uint o = 0; o < 4; ++o)
#endif
  {
    const uint y = corner.top + o / 2;
    const uint x = corner.left + o % 2;
    const uint offset = ((corner.image * output_h + y) * output_w + x) * blocks + block;
    if (exists && y < output_h && x < output_w) {
#ifdef PAIRS
      result_v4[WORD_IN_ROWS(offset / 4 * 4) / 4] = WithSteps4(own, offset / 4 * 4);
#else
      result[WORD_IN_ROWS(offset)] = WithSteps(words[o], offset);
#endif
    }
  }
}

void main() {
  const uint lane = LocalX();
  const uint block = gl_WorkGroupID.x * LocalWidth() + lane;
  const uint first = TileIndex() * kTile;
  StartTiles(first);
  Accumulate(gl_WorkGroupID.x * LocalWidth() * vectors * 128 + lane);
  const Channels own = LOAD_CHANNELS(channels, min(block, blocks - 1));
  TAKE_RESULT_ROWS
  uint words[kMaxTile * 4];
  [[unroll]] for (uint i = 0; i < kTile * 4; ++i) words[i] = Word(totals[i] >> 2, own);
  if (!HasSteps()) {
    [[unroll]] for (uint p = 0; p < kTile; ++p) {
      StoreTile(first + p, uint[4](words[p * 4], words[p * 4 + 1], words[p * 4 + 2], words[p * 4 + 3]), block);
    }
    return;
  }
  // Drivers compile steps once in a loop that they do not unroll. Each iteration finds its words at the front of the array.
  [[dont_unroll]] for (uint p = 0; p < kTile; ++p) {
    StoreTile(first + p, uint[4](words[0], words[1], words[2], words[3]), block);
    [[unroll]] for (uint i = 0; i + 4 < kTile * 4; ++i) words[i] = words[i + 4];
  }
}
