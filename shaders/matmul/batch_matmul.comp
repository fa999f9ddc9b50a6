#version 450
// Matrix multiplication of two computed tensors: out = epilogue(left times right), for every pair of matrices. Either operand
// may be broadcast, and either matrix may be stored transposed. One invocation computes four rows of four neighbours (fewer at
// the ends), from 4x4 blocks.
// Iterations: Ceil(depth, 4)
// Variant texels: TEXELS FETCH
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 3
READ_TENSOR(0, left)
READ_TENSOR(1, right)
WRITE_TENSOR(2, result)
#include "common/epilogue.glsl"
#include "common/flat.glsl"

layout(constant_id = 3) const bool kAligned = true;       // columns is a multiple of 4
layout(constant_id = 4) const bool kLeftAligned = true;   // the left operand's innermost dim is a multiple of 4
layout(constant_id = 5) const bool kRightAligned = true;  // the right operand's innermost dim is a multiple of 4
layout(constant_id = 6) const bool kLeftTransposed = false;
layout(constant_id = 7) const bool kRightTransposed = false;

layout(push_constant) uniform Push {
  uint rows, columns;  // dims of one output matrix
  uint depth;          // depth of the matrix multiplication
  uint row_blocks, column_blocks;
  uint total;          // blocks of all output matrices
  uint walk_size[4];   // dims that index the matrices
  int left_stride[5], right_stride[5];  // in elements
};
#include "common/walk.glsl"
#include "matmul/matrix_block.glsl"
LOAD_BLOCK(left)
LOAD_BLOCK(right)

// Loads four rows of the left operand, along the depth.
Block LeftBlock(const uint begin, const uint row, const uint k) {
  if (kLeftTransposed) return Transposed(Block_left(kLeftAligned, begin, k, depth, rows, row));
  return Block_left(kLeftAligned, begin, row, rows, depth, k);
}

// Loads four rows of the right operand, along the columns.
Block RightBlock(const uint begin, const uint k, const uint column) {
  if (kRightTransposed) return Transposed(Block_right(kRightAligned, begin, column, columns, depth, k));
  return Block_right(kRightAligned, begin, k, depth, columns, column);
}

vec4 Product(const vec4 row, const Block v) { return row.x * v.a + row.y * v.b + row.z * v.c + row.w * v.d; }

void Store(const uint matrix, const uint row, const uint column, const vec4 sums) {
  if (row >= rows) return;
  const uint valid = min(4u, columns - column);
  const uint offset = OffsetIn(kAligned, (matrix * rows + row) * columns + column);
  Store4_result(kAligned, offset, valid, Epilogue(sums, kAligned, offset, column, valid));
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint column = index % column_blocks * 4;
  const uint row = index / column_blocks % row_blocks * 4;
  const uint matrix = index / column_blocks / row_blocks;
  const RowIndex at = SplitRow(matrix);
  const uint left_begin = uint(ROW_OFFSET(at, left_stride));
  const uint right_begin = uint(ROW_OFFSET(at, right_stride));
  Block sums = Block(vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
  for (uint k = 0; k < depth; k += 4) {
    const Block l = LeftBlock(left_begin, row, k);
    const Block r = RightBlock(right_begin, k, column);
    sums.a += Product(l.a, r);
    sums.b += Product(l.b, r);
    sums.c += Product(l.c, r);
    sums.d += Product(l.d, r);
  }
  Store(matrix, row, column, sums.a);
  Store(matrix, row + 1, column, sums.b);
  Store(matrix, row + 2, column, sums.c);
  Store(matrix, row + 3, column, sums.d);
}
