// Sums of products of int8 values for tiles of a convolution's pixels. A tile is kTile consecutive output pixels, in any rows,
// times four channels of one group; one invocation computes it.
// Workgroups: x = panels of lanes, each lane a block of four output channels, group after group; y and z = tiles.
//
// Products are added up as floats. Sums of up to kExactQuads quads stay below 2^24, so every sum is exact and converts to an
// integer. With DOT_PRODUCTS one instruction multiplies four pairs. With SHARED_PIXELS the eight lanes of a subgroup belong to
// one panel: each loads every eighth pixel, and they exchange the values (docs/design/loads.md).
//
// Include after READ_WORD_TEXELS(0, source), READ_VECTOR_TEXELS(1, weights), the layout of the workgroup and
// int8_tile_size.glsl. Also declare the push constants, including INT8_TILE_PUSH, and these macros first:
// `kWeightBits`: bits of a weight, 8 or 4.
// `kIsFlat`: there is one tap, and the pixels that consecutive outputs read are source_pixel apart.
// `ZEROS(i)`: the word that a tap beside the image reads, for the pixel of index i.
// `START_PIXEL(i, image)`: code to run once the image of pixel i is known.
// `FLOAT_WEIGHTS`, optional, a bool: if true, weights are floats, and the value in ZEROS(0) is subtracted from pixels. Four
// vectors of four outputs then replace each vector of words.
// `ADD_UP`, optional, with DOT_PRODUCTS, a bool: if true, pixels and weights are summed too. LAST_ONES has a one in the byte of
// each input of the last quad.
//
// Pixels that this invocation loads: index i holds pixel kSharers * i + SELF of the tile.
int tops[kMaxOwn];
int lefts[kMaxOwn];
// Offsets of the first channel: at the first tap (firsts) and at the current tap (offsets). Offsets count words, or values if
// not kSourceAligned.
int firsts[kMaxOwn];
uint offsets[kMaxOwn];
bool inside[kMaxOwn];

#ifdef DOT_PRODUCTS
#include "common/dot_of_int8.glsl"
#define SUMS ivec4
#define PIXELS uint
uint Unpacked(const uint word) { return word; }
ivec4 Added(const ivec4 sum, const uint pixel, const uvec4 words) {
  return sum + ivec4(DotOfBytes(pixel, words.x, 0), DotOfBytes(pixel, words.y, 0), DotOfBytes(pixel, words.z, 0),
                     DotOfBytes(pixel, words.w, 0));
}
#ifdef ADD_UP
int pixel_sums[kMaxTile];
ivec4 weight_sums;  // sums of the weights of the lane's outputs
void AddUp(const uint own[kMaxOwn], const uvec4 words, const uint quad) {
  const uint ones = quad + 1 < quads ? 0x01010101u : LAST_ONES;
  weight_sums = Added(weight_sums, ones, words);
  [[unroll]] for (uint p = 0; p < kTile; ++p) pixel_sums[p] += DotOfBytes(own[p], ones, 0);
}
#endif
#else
#define SUMS vec4
#define PIXELS vec4
vec4 Unpacked(const uint word) {
#ifdef FLOAT_WEIGHTS
  if (FLOAT_WEIGHTS) return vec4(Integers(word) - Integer(ZEROS(0), 0));
#endif
  return vec4(Integers(word));
}
#endif
SUMS sums[kMaxTile];
ivec4 totals[kMaxTile];

uint OffsetOf(const uint index) { return kSourceAligned ? index / 4 : index; }

// Loads four values, those of `quad` behind `start`. Values beyond the group's channels meet weights of 0.
uint LoadFour(const uint start, const uint quad) {
  if (kSourceAligned) return LoadWord_source(start + quad);
  const uint index = start + quad * 4;
  const uint word = index / 4;
  const uint shift = index % 4 * 8;
  // Past the end of the input, the last word stands in for the next one.
  const uint next = LoadWord_source(min(word + 1, last_word));
  const uint first = LoadWord_source(word);
  return shift == 0 ? first : first >> shift | next << (32 - shift);
}

// Locates the pixels of a flat image by additions.
void PointAtNeighbours(const uint first_pixel, const uint channel) {
  const uint origin = OffsetOf(source_first + channel);
  const uint step = OffsetOf(source_pixel);
  const uint first = origin + (first_pixel + SELF) * step;
  const uint last = origin + (pixels - 1) * step;
  [[unroll]] for (uint i = 0; i < kTile / kSharers; ++i) firsts[i] = int(min(first + i * kSharers * step, last));
}

void PointAtPixels(const uint first_pixel, const uint channel) {
  [[unroll]] for (uint i = 0; i < kTile / kSharers; ++i) {
    const uint pixel = min(first_pixel + i * kSharers + SELF, pixels - 1);
    const uint row = Divide(pixel, by_output_w);
    const uint image = Divide(row, by_output_h);
    tops[i] = int((row - image * output_h) * kStrideH) - pad_top;
    lefts[i] = int((pixel - row * output_w) * kStrideW) - pad_left;
    firsts[i] = int(OffsetOf(source_first + image * source_image + channel)) + tops[i] * int(OffsetOf(source_row)) +
                lefts[i] * int(OffsetOf(source_pixel));
    START_PIXEL(i, image)
  }
}

void StartTile(const uint first_pixel, const uint channel) {
  if (kIsFlat) {
    PointAtNeighbours(first_pixel, channel);
  } else {
    PointAtPixels(first_pixel, channel);
  }
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    sums[p] = SUMS(0);
    if (kIsLong) totals[p] = ivec4(0);
#if defined(DOT_PRODUCTS) && defined(ADD_UP)
    pixel_sums[p] = 0;
#endif
  }
#if defined(DOT_PRODUCTS) && defined(ADD_UP)
  weight_sums = ivec4(0);
#endif
}

// Taps beside the image read at offset 0.
void PointAtTap(const uint ky, const uint kx) {
  const int down = int(ky * kDilationH);
  const int across = int(kx * kDilationW);
  const int offset = down * int(OffsetOf(source_row)) + across * int(OffsetOf(source_pixel));
  [[unroll]] for (uint i = 0; i < kTile / kSharers; ++i) {
    inside[i] = !kMayMiss || (uint(tops[i] + down) < uint(input_h) && uint(lefts[i] + across) < uint(input_w));
    offsets[i] = inside[i] ? uint(firsts[i] + offset) : 0;
  }
}

// Loads the lane's words for a quad, each with the weights of four inputs in its low bits.
uvec4 LoadWeights(const uint weight) {
  if (kWeightBits == 8) return LoadVector_weights(weight);
  const uvec4 both = LoadVector_weights(weight / 2);
  const uvec2 half_of_both = weight % 2 == 0 ? both.xy : both.zw;
  return uvec4(half_of_both.x, half_of_both.x >> 16, half_of_both.y, half_of_both.y >> 16);
}

// Returns the weights of input `index` (0 to 3) of a quad.
vec4 WeightsOf(const ivec4 words, const int index) {
  const int bits = int(kWeightBits);
  return vec4(words << (32 - bits * (index + 1)) >> (32 - bits));
}

#ifndef DOT_PRODUCTS
// Weights of the four inputs of a quad.
struct QuadWeights {
  vec4 first, second, third, fourth;
};

QuadWeights LoadUnpacked(const uint weight) {
#ifdef FLOAT_WEIGHTS
  if (FLOAT_WEIGHTS) {
    return QuadWeights(uintBitsToFloat(LoadVector_weights(weight * 4)), uintBitsToFloat(LoadVector_weights(weight * 4 + 1)),
                       uintBitsToFloat(LoadVector_weights(weight * 4 + 2)), uintBitsToFloat(LoadVector_weights(weight * 4 + 3)));
  }
#endif
  const ivec4 bits = ivec4(LoadWeights(weight));
  return QuadWeights(WeightsOf(bits, 0), WeightsOf(bits, 1), WeightsOf(bits, 2), WeightsOf(bits, 3));
}
#endif

// Adds the products of `quad`. `weight` is the index of the lane's weight vector for it.
void AccumulateQuad(const uint weight, const uint quad) {
#ifdef DOT_PRODUCTS
  const uvec4 words = LoadWeights(weight);
#else
  const QuadWeights w = LoadUnpacked(weight);
#endif
  PIXELS own[kMaxOwn];
  [[unroll]] for (uint i = 0; i < kTile / kSharers; ++i) {
    const uint word = LoadFour(offsets[i], quad);
    own[i] = Unpacked(kMayMiss ? mix(ZEROS(i), word, inside[i]) : word);
  }
#ifdef DOT_PRODUCTS
  [[unroll]] for (uint p = 0; p < kTile; ++p) sums[p] = Added(sums[p], PIXEL(own, p), words);
#ifdef ADD_UP
  if (ADD_UP) AddUp(own, words, quad);
#endif
#else
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    const vec4 x = PIXEL(own, p);
    vec4 sum = x.x * w.first + sums[p];
    if (kQuadInputs > 1) sum = x.y * w.second + sum;
    if (kQuadInputs > 2) sum = x.z * w.third + sum;
    if (kQuadInputs > 3) sum = x.w * w.fourth + sum;
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

// Adds up all taps and inputs. `first_weight` is the index of the lane's first weight vector.
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
