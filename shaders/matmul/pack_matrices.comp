#version 450
// Packs computed matrices into the layout in which convolutions and matrix multiplications read their weights. This is
// [matrix][panel][row][lane] of four columns (delegate/ops/conv/pack.h). Padding to whole panels, and rows beyond a matrix's
// last, are zeros. One invocation writes four rows of four columns.
// Variant texels: TEXELS FETCH
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/tensor.glsl"
READ_TENSOR(0, source)
WRITE_TENSOR(1, packed)
#include "common/flat.glsl"

layout(constant_id = 3) const bool kAligned = true;      // lines of the source are whole vectors of four
layout(constant_id = 4) const bool kTransposed = false;  // lines of the source are columns of the matrices

layout(push_constant) uniform Push {
  uint rows, columns;  // dims of a matrix
  uint packed_rows;    // rows of a packed matrix
  uint lanes, panels;
  uint row_blocks;     // groups of four packed rows, rounded up
  uint total;          // blocks of all matrices
  uint walk_size[4];   // dims that index the matrices
  int source_stride[5];
};
#include "common/walk.glsl"
#include "matmul/matrix_block.glsl"
LOAD_BLOCK(source)

void Store(const uint first, const uint row, const vec4 value) {
  if (row < packed_rows) Store4_packed(true, first + row * lanes, 4, value);
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint lane = index % lanes;
  const uint row = index / lanes % row_blocks * 4;
  const uint panel_index = index / lanes / row_blocks;  // panel, matrix after matrix
  const uint panel = panel_index % panels;
  const RowIndex at = SplitRow(panel_index / panels);
  const uint begin = uint(ROW_OFFSET(at, source_stride));
  const uint column = (panel * lanes + lane) * 4;
  Block block;
  if (kTransposed) {
    block = Transposed(Block_source(kAligned, begin, column, columns, rows, row));
  } else {
    block = Block_source(kAligned, begin, row, rows, columns, column);
  }
  const uint first = panel_index * packed_rows * lanes + lane;
  Store(first, row, block.a);
  Store(first, row + 1, block.b);
  Store(first, row + 2, block.c);
  Store(first, row + 3, block.d);
}
