#version 450
// Output transformation of Winograd's convolution F(4x4, 3x3). A^T m A of the 36 products of every tile and channel
// gives 4x4 output pixels (Lavin and Gray 2015, arXiv:1509.09308). Bias and epilogue follow. One invocation computes
// one tile of four channels, or of one if registers are scarce.
// Variant texels: TEXELS FETCH PAIRS
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 3
READ_TENSOR(0, products)
READ_TENSOR(1, bias)
WRITE_TENSOR(2, result)
#include "common/epilogue.glsl"
#include "conv/winograd_tile.glsl"

layout(push_constant) uniform Push {
  WINOGRAD_TILE_PUSH
  uint output_h, output_w;
};

#ifdef TEXELS
Value Load(const uint index) { return LoadVector_products(index); }
Value LoadBias(const uint index) { return LoadVector_bias(index); }
Value Finish(const Value value, const uint index, const uint column) { return Epilogue(value, true, index, column * 4, 4); }
#else
Value Load(const uint index) { return products[index]; }
Value LoadBias(const uint index) { return bias[index]; }
Value Finish(const Value value, const uint index, const uint column) {
  return Epilogue(vec4(value, 0.0, 0.0, 0.0), false, index, column, 1).x;
}
#endif

// A^T (kWinogradOutput in delegate/ops/conv/winograd.h) applied to six values: the first four are the result.
void Transform(inout Value m[6]) {
  const Value near_sum = m[1] + m[2];
  const Value near_difference = kNear * (m[1] - m[2]);
  const Value far_sum = m[3] + m[4];
  const Value far_difference = 2.0 * kNear * (m[3] - m[4]);
  m[0] = m[0] + near_sum + far_sum;
  m[1] = near_difference + far_difference;
  m[2] = 0.5 * near_sum + 2.0 * far_sum;
  m[3] = 0.5 * near_difference + 2.0 * far_difference + m[5];
}

void main() {
  const WinogradTile tile = MAKE_WINOGRAD_TILE(FlatInvocation());
  Value values[6][6];
  [[unroll]] for (uint i = 0; i < 6; ++i) {
    [[unroll]] for (uint j = 0; j < 6; ++j) values[i][j] = Load((i * 6 + j) * (tiles * columns) + tile.index);
    Transform(values[i]);
  }
  const Value offset = LoadBias(tile.column);
  const uint row_stride = output_w * columns;
  const uint start = (tile.image * output_h + tile.top) * row_stride + tile.left * columns + tile.column;
  // Pixels outside of the output repeat its last ones, so that no operand of the epilogue is read outside.
  const uint rows = min(4, output_h - tile.top);
  const uint width = min(4, output_w - tile.left);
  const uint end = tile.exists ? rows : 0;
  [[unroll]] for (uint j = 0; j < 4; ++j) {
    Value m[6];
    [[unroll]] for (uint i = 0; i < 6; ++i) m[i] = values[i][j];
    Transform(m);
    const uint element_offset = start + min(j, width - 1) * columns;
    [[unroll]] for (uint i = 0; i < 4; ++i) {
      const uint position = element_offset + min(i, rows - 1) * row_stride;
      const Value value = Finish(m[i] + offset, position, tile.column);
      Store(j * 4 + i, i < end && j < width, position, value);
    }
  }
}
