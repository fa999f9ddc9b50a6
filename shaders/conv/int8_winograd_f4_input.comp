#version 450
// Input transformation of Winograd's convolution F(4x4, 3x3) of int8 values, in integers that may wrap around. Tiles of 6x6
// input pixels, which overlap their neighbours by two, become 36 matrices of [tile][channel]: B^T d B for every channel. The
// interpolation points are those that docs/design/winograd.md gives for integers.
//
// Values have 16 bits. A word is the sum of an even channel and 2^16 times another one, so that an addition or subtraction
// handles two channels. An invocation transforms a tile of eight channels.
// Variant texels: TEXELS PAIRS
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/quantized_words.glsl"
#include "common/word_vectors.glsl"
READ_WORD_TEXELS(0, source)
WRITE_WORD_VECTORS(1, result)
#include "common/divide.glsl"
#include "common/flat.glsl"
#include "conv/winograd_position.glsl"
#include "conv/winograd_window.glsl"

layout(push_constant) uniform Push {
  WINOGRAD_TILE_PUSH
  int input_h, input_w;
  uint source_image, source_row, source_pixel, source_first;  // as IMAGE_STRIDES_PUSH, in words
  int pad_top, pad_left;
  uint zeros;  // the input's zero point in each byte
};

// Returns values 0 and 2, and 1 and 3, of two words, each increased by 128.
uvec4 Split(const uvec2 words) {
  const uvec2 bytes = words ^ 0x80808080u;
  const uvec2 even = bytes & 0xff00ffu;
  const uvec2 odd = bytes >> 8 & 0xff00ffu;
  return uvec4(even.x, odd.x, even.y, odd.y);
}

// B^T (kF4Input in delegate/ops/conv/int8_winograd_f4_pack.h) applied to six values.
void Transform(inout uvec4 d[6]) {
  const uvec4 a = d[4] - d[2];
  const uvec4 b = d[3] - d[1];
  const uvec4 twice_a = a + a;
  const uvec4 twice_b = b + b;
  const uvec4 first = twice_a - (d[2] - d[0]) * 2 - twice_b - b;
  const uvec4 third = twice_a - b - (d[1] + d[2]) * 3;
  const uvec4 fourth = twice_a - twice_b + (d[2] - d[3]) * 3;
  d[4] = (d[5] - d[3]) * 2 - twice_a - a - twice_b;
  d[0] = first;
  d[1] = twice_a + b;
  d[2] = third;
  d[3] = fourth;
  d[5] = a - twice_b;
}

uvec4 Load(const uint word) { return Split(uvec2(LoadWord_source(word), LoadWord_source(word + 1))); }

void main() {
  const WinogradTile tile = MAKE_WINOGRAD_TILE(FlatInvocation());
  Place(int(tile.left) - pad_left, input_w, source_pixel);
  const uint lefts[6] = offsets;
  const bool inside_row[6] = inside;
  Place(int(tile.top) - pad_top, input_h, source_row);
  const uint start = source_first + tile.image * source_image + tile.column * 2;
  const uvec4 padding = Split(uvec2(zeros));
  uvec4 values[6][6];
  [[unroll]] for (uint i = 0; i < 6; ++i) {
    [[unroll]] for (uint j = 0; j < 6; ++j) {
      const uvec4 value = Load(start + offsets[i] + lefts[j]);
      values[i][j] = inside[i] && inside_row[j] ? value : padding;
    }
    Transform(values[i]);
  }
  // The excess of 128 in all values cancels in all products but one.
  const uint kExcess = 36 * 128 * 65537;
  [[unroll]] for (uint j = 0; j < 6; ++j) {
    uvec4 d[6];
    [[unroll]] for (uint i = 0; i < 6; ++i) d[i] = values[i][j];
    Transform(d);
    if (j == 2) d[2] -= kExcess;
    [[unroll]] for (uint i = 0; i < 6; ++i) {
      Put_result(true, j * 6 + i, tile.exists, true, (i * 6 + j) * (tiles * columns) + tile.index, 4, d[i]);
    }
  }
}
