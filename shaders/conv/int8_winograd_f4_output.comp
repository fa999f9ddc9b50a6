#version 450
// Output transformation of Winograd's convolution F(4x4, 3x3) of int8 values, in integers that may wrap around. A^T m A of the
// 36 products of every tile and channel gives 4x4 output pixels times 900. These are then requantized; results equal those of
// quantized_conv_2d.comp bit for bit. An invocation computes one tile of four channels.
// Iterations: 4
// Variant texels: TEXELS PAIRS
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define ROWS
#include "common/divide.glsl"
#include "common/quantized_words.glsl"
READ_VECTOR_TEXELS(0, products)  // [product][tile][block]: sums of four channels each
READ_VECTOR_TEXELS(1, channels)  // [block]: bias, multiplier, left and right shift, four each
#include "common/flat.glsl"
#include "conv/winograd_position.glsl"
const uint kMaxTile = 4;
#define STEPS_BINDING 3
#include "conv/quantized_result.glsl"

layout(push_constant) uniform Push {
  WINOGRAD_TILE_PUSH
  uint output_h, output_w;
  QUANTIZED_RESULT_PUSH
};

// A^T (kF4Output in delegate/ops/conv/int8_winograd_f4_pack.h) applied to six values: the first four are the result.
void Transform(inout ivec4 m[6]) {
  const ivec4 sum = m[2] + m[3];
  const ivec4 difference = m[2] - m[3];
  const ivec4 first = m[0] + m[1] + sum + m[5] * 8;
  const ivec4 second = m[1] * 2 + difference - m[5] * 4;
  m[2] = m[1] * 4 + sum + m[5] * 2;
  m[3] = m[1] * 8 + difference + m[4] - m[5];
  m[0] = first;
  m[1] = second;
}

// Divides by 900: returns an integer below 2^29 from the last 32 bits of its product with 900. The factor 0x87654321 is the
// inverse of 225 modulo 2^32.
ivec4 Ninehundredth(const ivec4 value) { return value * int(0x87654321u) >> 2; }

void main() {
  const WinogradTile tile = MAKE_WINOGRAD_TILE(FlatInvocation());
  ivec4 values[4][6];
  [[unroll]] for (uint j = 0; j < 6; ++j) {
    ivec4 m[6];
    [[unroll]] for (uint i = 0; i < 6; ++i) m[i] = ivec4(LoadVector_products((i * 6 + j) * (tiles * columns) + tile.index));
    Transform(m);
    [[unroll]] for (uint i = 0; i < 4; ++i) values[i][j] = m[i];
  }
  const Channels own = LOAD_CHANNELS(channels, tile.column);
  TAKE_RESULT_ROWS
  const uint rows = tile.exists ? min(4, output_h - tile.top) : 0;
  uint first = (tile.image * output_h + tile.top) * output_w + tile.left;
  // The rest takes long to compile. A loop that drivers do not unroll compiles it once; each iteration finds its row at the
  // front of the array.
  [[dont_unroll]] for (uint row = 0; row < 4; ++row) {
    ivec4 m[6] = values[0];
    Transform(m);
    uint words[kMaxTile];
    [[unroll]] for (uint i = 0; i < 4; ++i) words[i] = Word(Ninehundredth(m[i]), own);
    StoreWords(words, 4, first, row < rows ? first + output_w - tile.left : 0, columns, tile.column);
    first += output_w;
    [[unroll]] for (uint i = 0; i < 3; ++i) values[i] = values[i + 1];
  }
}
