#version 450
// Input transformation of Winograd's convolution F(4x4, 3x3). Tiles of 6x6 input pixels, which overlap their neighbours by two,
// become 36 matrices of [tile][channel]: B^T d B for every channel (Lavin and Gray 2015, arXiv:1509.09308).
//
// One invocation transforms one tile of four channels, or of one if registers are scarce. With texels two lanes share the tile,
// each with half of the rows and then half of the columns. This halves the code, which drivers on a CPU have to compile.
// Variant texels: TEXELS FETCH PAIRS
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/tensor.glsl"
READ_TENSOR(0, source)
WRITE_TENSOR(1, result)
#include "common/image_strides.glsl"
#include "conv/winograd_tile.glsl"
#include "conv/winograd_window.glsl"

layout(push_constant) uniform Push {
  WINOGRAD_TILE_PUSH
  int input_h, input_w;
  IMAGE_STRIDES_PUSH  // counted in columns of a matrix
  int pad_top, pad_left;
};

#ifdef TEXELS
Value Load(const uint index) { return LoadVector_source(index); }
#else
Value Load(const uint index) { return source[index]; }
#endif

// B^T (kWinogradInput in delegate/ops/conv/winograd.h) applied to six values.
void Transform(inout Value d[6]) {
  const Value near_even = d[4] - 2.0 * d[2];
  const Value near_odd = kNear * (d[3] - 2.0 * d[1]);
  const Value far_even = d[4] - 0.5 * d[2];
  const Value far_odd = 2.0 * kNear * (d[3] - 0.5 * d[1]);
  d[0] = d[0] - 2.5 * d[2] + d[4];
  d[5] = d[1] - 2.5 * d[3] + d[5];
  d[1] = near_even + near_odd;
  d[2] = near_even - near_odd;
  d[3] = far_even + far_odd;
  d[4] = far_even - far_odd;
}

// Number of a tile's rows, then columns, that an invocation transforms. If two lanes share a tile, one takes the second half.
#ifdef PAIRS
const uint kShare = 3;
uint Half() { return FlatInvocation() / 2 % 2; }
// Neighbouring lanes have neighbouring columns, as they store together. The next two lanes have the same columns for the other
// half.
uint TileIndex() { return FlatInvocation() / 4 * 2 + FlatInvocation() % 2; }
#else
const uint kShare = 6;
uint Half() { return 0; }
uint TileIndex() { return FlatInvocation(); }
#endif

Value values[6][6];  // whole rows, then whole columns

// Lanes that share a tile exchange the parts of their rows that the other one needs.
void TakeColumns() {
#ifdef PAIRS
  const bool is_second = Half() == 1;
  [[unroll]] for (uint i = 0; i < 3; ++i) {
    [[unroll]] for (uint j = 0; j < 3; ++j) {
      const Value left = values[i][j];
      const Value right = values[i][j + 3];
      const Value taken = subgroupShuffle(is_second ? left : right, gl_SubgroupInvocationID ^ 2);
      values[i][j] = is_second ? taken : left;
      values[i + 3][j] = is_second ? right : taken;
    }
  }
#endif
}

void main() {
  const WinogradTile tile = MAKE_WINOGRAD_TILE(TileIndex());
  const uint first = Half() * kShare;
  Place(int(tile.left) - pad_left, input_w, source_pixel);
  const uint lefts[6] = offsets;
  const bool inside_row[6] = inside;
  Place(int(tile.top + first) - pad_top, input_h, source_row);
  const uint start = source_first + tile.image * source_image + tile.column;

  [[unroll]] for (uint i = 0; i < kShare; ++i) {
    const uint row = start + offsets[i];
    [[unroll]] for (uint j = 0; j < 6; ++j) {
      const Value value = Load(row + lefts[j]);
      values[i][j] = inside[i] && inside_row[j] ? value : Value(0.0);
    }
    Transform(values[i]);
  }
  TakeColumns();
#ifdef PAIRS
  const bool exists = tile.exists;  // lanes exchange values, so none may return early
#else
  if (!tile.exists) return;
  const bool exists = true;
#endif
  [[unroll]] for (uint j = 0; j < kShare; ++j) {
    Value d[6];
    [[unroll]] for (uint i = 0; i < 6; ++i) d[i] = values[i][j];
    Transform(d);
    [[unroll]] for (uint i = 0; i < 6; ++i) {
      Store(j * 6 + i, exists, (i * 6 + j + first) * (tiles * columns) + tile.index, d[i]);
    }
  }
}
