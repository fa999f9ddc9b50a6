#version 450
// Computes the 36 products of Winograd's convolution F(4x4, 3x3), in integers that may wrap around. The operands are matrices
// of [tile][channel] (int8_winograd_f4_input.comp) and transformed filters. Both have 16 bits, two channels in a word. An
// invocation computes kTile tiles times four output channels. With SHARED_PIXELS the eight lanes of a subgroup share the tiles'
// values.
// Iterations: vectors
// Variant texels: TEXELS SHARED_PIXELS PAIRS
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/quantized_words.glsl"
#include "common/word_vectors.glsl"
READ_VECTOR_TEXELS(0, source)   // [product][tile]: eight channels each
READ_VECTOR_TEXELS(1, weights)  // [product][panel][four inputs][two inputs][lane][output of the block]: two inputs in a word
WRITE_WORD_VECTORS(2, result)   // [product][tile][block]: sums of four outputs each

layout(local_size_x_id = 0, local_size_y_id = 1) in;
#include "common/tile_index.glsl"

layout(constant_id = 3) const uint kTile = 4;  // at most kMaxTile, a multiple of kSharers and of two
#include "common/shared_pixels.glsl"

layout(push_constant) uniform Push {
  uint tiles;
  uint vectors;  // vectors of a tile, eight input channels each
  uint panels;   // panels of lanes
  uint blocks;   // blocks of four output channels
};

ivec4 sums[kMaxTile];

// Unpacks channels 0 to 3 from a word of channels 0 and 2 and a word of 1 and 3. The lower half may have borrowed from the
// upper one.
ivec4 Channels(const uvec2 words) {
  const ivec2 low = ivec2(words << 16) >> 16;
  const ivec2 high = ivec2(words + 0x8000u) >> 16;
  return ivec4(low, high);
}

// Adds the products of four channels. `weight` is the index of the lane's first weight vector for them.
void AccumulateQuad(const ivec4 own[kMaxOwn], const uint weight) {
  const ivec4 near = ivec4(LoadVector_weights(weight));
  const ivec4 far = ivec4(LoadVector_weights(weight + LocalWidth()));
  const ivec4 first = near << 16 >> 16;
  const ivec4 second = near >> 16;
  const ivec4 third = far << 16 >> 16;
  const ivec4 fourth = far >> 16;
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    const ivec4 x = PIXEL(own, p);
    sums[p] = x.w * fourth + (x.z * third + (x.y * second + (x.x * first + sums[p])));
  }
}

void main() {
  const uint lane = LocalX();
  const uint product = gl_WorkGroupID.x / panels;
  const uint block = gl_WorkGroupID.x % panels * LocalWidth() + lane;
  const uint first = TileIndex() * kTile;
  uint offsets[kMaxOwn];
  [[unroll]] for (uint i = 0; i < kTile / kSharers; ++i) {
    offsets[i] = (product * tiles + min(first + i * kSharers + SELF, tiles - 1)) * vectors;
  }
  [[unroll]] for (uint p = 0; p < kTile; ++p) sums[p] = ivec4(0);
  uint weight = gl_WorkGroupID.x * vectors * 4 * LocalWidth() + lane;
  for (uint vector = 0; vector < vectors; ++vector) {
    ivec4 near[kMaxOwn];
    ivec4 far[kMaxOwn];
    [[unroll]] for (uint i = 0; i < kTile / kSharers; ++i) {
      const uvec4 words = LoadVector_source(offsets[i] + vector);
      near[i] = Channels(words.xy);
      far[i] = Channels(words.zw);
    }
    AccumulateQuad(near, weight);
    AccumulateQuad(far, weight + 2 * LocalWidth());
    weight += 4 * LocalWidth();
  }
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    const uint tile = first + p;
    Put_result(true, p, tile < tiles && block < blocks, true, (product * tiles + tile) * blocks + block, 4, uvec4(sums[p]));
  }
}
