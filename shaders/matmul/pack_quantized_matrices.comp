#version 450
// Packs int8 matrices as floats minus their zero point, or as words of four rows. The layout is the one in which
// int8_tile_conv_2d.comp reads right operands: [matrix][panel][four rows][lane][row of the four] of four columns. Words lack
// the dim [row of the four]. Padding to whole quads and panels is zeros. One invocation writes four rows of four columns.
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/four_quantized.glsl"
READ_FOUR_INTEGERS(0, source)
layout(std430, binding = 1) writeonly buffer packed_vectors { uvec4 packed[]; };
#include "common/flat.glsl"
#include "matmul/matrix_block.glsl"

layout(constant_id = 3) const bool kAligned = true;      // lines of the source are whole words
layout(constant_id = 4) const bool kTransposed = false;  // lines of the source are columns of the matrices
layout(constant_id = 5) const bool kWords = false;  // stores words; `zero_point` is 0

layout(push_constant) uniform Push {
  uint rows, columns;  // dims of a matrix
  uint lanes, panels;
  uint quads;      // quads of rows, rounded up
  uint total;      // blocks of all matrices
  uint last_word;  // last word of the source
  int zero_point;
};

// Loads four values of a line, minus the zero point; zeros beyond its end and the last line.
vec4 Line(const uint begin, const uint line, const uint lines, const uint size, const uint first) {
  if (line >= lines || first >= size) return vec4(0.0);
  const ivec4 integers = LoadFour_source(begin + line * size + first, kSigned, 1, kAligned, last_word) - zero_point;
  return mix(vec4(0.0), vec4(integers), lessThan(uvec4(first) + uvec4(0, 1, 2, 3), uvec4(size)));
}

Block FourLines(const uint begin, const uint line, const uint lines, const uint size, const uint first) {
  return Block(Line(begin, line, lines, size, first), Line(begin, line + 1, lines, size, first),
               Line(begin, line + 2, lines, size, first), Line(begin, line + 3, lines, size, first));
}

uvec4 Bytes(const vec4 row) { return uvec4(ivec4(row)) & 0xffu; }

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint lane = index % lanes;
  const uint row = index / lanes % quads * 4;
  const uint panel_index = index / lanes / quads;  // panel, matrix after matrix
  const uint begin = panel_index / panels * rows * columns;
  const uint column = (panel_index % panels * lanes + lane) * 4;
  Block block;
  if (kTransposed) {
    block = Transposed(FourLines(begin, column, columns, rows, row));
  } else {
    block = FourLines(begin, row, rows, columns, column);
  }
  if (kWords) {
    packed[index] = Bytes(block.a) | Bytes(block.b) << 8 | Bytes(block.c) << 16 | Bytes(block.d) << 24;
    return;
  }
  packed[index * 4] = floatBitsToUint(block.a);
  packed[index * 4 + 1] = floatBitsToUint(block.b);
  packed[index * 4 + 2] = floatBitsToUint(block.c);
  packed[index * 4 + 3] = floatBitsToUint(block.d);
}
