#version 450
// Integer matrix multiplication, bit for bit as TFLite's reference kernels, for every pair of matrices. Either operand may be
// broadcast, and either matrix may be stored transposed. Computes out = clamp(zero point + multiplier * sum), with the sum of
// (left - zero point) * (right - zero point). A 32-bit output holds only the sum; steps may follow an 8-bit output.
//
// Tensors are words of 8-bit or 16-bit values, the first in the lowest bits. One invocation computes four rows of four columns,
// from 4x4 blocks. Rows of the output have whole blocks, unless its values have 32 bits. Otherwise the host copies the output.
// Iterations: Ceil(depth, 4) + Ceil(depth, 4 * kChunk)
// Variant scalar_texels: TEXELS SCALAR_SOURCE
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define ROWS
#include "common/flat.glsl"
#include "common/four_quantized.glsl"
#include "common/int64.glsl"
#include "common/requantize.glsl"
#include "common/requantize64.glsl"
READ_FOUR_INTEGERS(0, left)
READ_FOUR_INTEGERS(1, right)
layout(std430, binding = 2) writeonly buffer result_words { uint result[]; };
DECLARE_ROWS(2, result)
#define STEPS_BINDING 3
#include "common/integer_steps.glsl"

const uint kMaxTile = 4;
const uint kTile = 4;
layout(constant_id = 3) const uint kLeftBytes = 1;
layout(constant_id = 4) const uint kRightBytes = 1;
layout(constant_id = 5) const uint kResultBytes = 1;
layout(constant_id = 6) const bool kLeftAligned = true;   // lines of the left matrices are a multiple of 4
layout(constant_id = 7) const bool kRightAligned = true;  // lines of the right matrices are a multiple of 4
layout(constant_id = 8) const bool kLeftTransposed = false;
layout(constant_id = 9) const bool kRightTransposed = false;
layout(constant_id = 10) const uint kSums = 0;
layout(constant_id = 11) const uint kChunk = 64;
const bool kWide = kResultBytes == 2;

layout(push_constant) uniform Push {
  uint rows, columns;  // dims of one output matrix
  uint depth;          // depth of the matrix multiplication
  uint row_blocks, column_blocks;
  uint total;          // blocks of all output matrices
  uint left_last_word, right_last_word;
  int left_zero_point, right_zero_point, output_zero_point;
  int multiplier, left_shift, right_shift;
  uint walk_size[4];  // dims that index the matrices
  int left_stride[5], right_stride[5];  // in elements
};
#include "matmul/exact_sums.glsl"
#include "common/walk.glsl"

// Loads four values of a line, minus the zero point. A line beyond the last one repeats it.
ivec4 LeftLine(const uint begin, const uint line, const uint lines, const uint size, const uint first) {
  const uint element = begin + min(line, lines - 1) * size + first;
  return LoadFour_left(element, kSigned, kLeftBytes, kLeftAligned, left_last_word) - left_zero_point;
}

ivec4 RightLine(const uint begin, const uint line, const uint lines, const uint size, const uint first) {
  const uint element = begin + min(line, lines - 1) * size + first;
  return LoadFour_right(element, kSigned, kRightBytes, kRightAligned, right_last_word) - right_zero_point;
}

Weights Transposed(const Weights v) {
  return Weights(ivec4(v.a.x, v.b.x, v.c.x, v.d.x), ivec4(v.a.y, v.b.y, v.c.y, v.d.y), ivec4(v.a.z, v.b.z, v.c.z, v.d.z),
                 ivec4(v.a.w, v.b.w, v.c.w, v.d.w));
}

// Loads four rows of the left operand, along the depth.
Weights LeftBlock(const uint begin, const uint row, const uint k) {
  const uint first = kLeftTransposed ? k : row;
  const uint lines = kLeftTransposed ? depth : rows;
  const uint size = kLeftTransposed ? rows : depth;
  const uint at = kLeftTransposed ? row : k;
  const Weights block = Weights(LeftLine(begin, first, lines, size, at), LeftLine(begin, first + 1, lines, size, at),
                                LeftLine(begin, first + 2, lines, size, at), LeftLine(begin, first + 3, lines, size, at));
  if (kLeftTransposed) return Transposed(block);
  return block;
}

// Loads four rows of the right operand, along the columns; zeros beyond the depth.
Weights RightBlock(const uint begin, const uint k, const uint column) {
  const uint first = kRightTransposed ? column : k;
  const uint lines = kRightTransposed ? columns : depth;
  const uint size = kRightTransposed ? depth : columns;
  const uint at = kRightTransposed ? k : column;
  Weights block = Weights(RightLine(begin, first, lines, size, at), RightLine(begin, first + 1, lines, size, at),
                          RightLine(begin, first + 2, lines, size, at), RightLine(begin, first + 3, lines, size, at));
  if (kRightTransposed) block = Transposed(block);
  if (k + 1 >= depth) block.b = ivec4(0);
  if (k + 2 >= depth) block.c = ivec4(0);
  if (k + 3 >= depth) block.d = ivec4(0);
  return block;
}

void AddRow(const uint p, const ivec4 x, const Weights w) {
  if (kSums == kOfByteParts) {
    AddAsByteParts(p, x, w);
  } else {
    AddAsFloats(p, vec4(x), w);
  }
}

ivec4 Scaled(const uint p) {
  if (kResultBytes == 1) return Rescale(sums[p], ivec4(multiplier), ivec4(left_shift), ivec4(right_shift));
  const uvec4 low = uvec4(sums[p]);
  const uvec4 high = uvec4(highs[p]);
  const uint factor = uint(multiplier);
  const uint shift = uint(right_shift);
  return ivec4(Rescale64(uvec2(low.x, high.x), factor, shift), Rescale64(uvec2(low.y, high.y), factor, shift),
               Rescale64(uvec2(low.z, high.z), factor, shift), Rescale64(uvec2(low.w, high.w), factor, shift));
}

void Store(const uint matrix, const uint row, const uint column, const uint p) {
  if (row >= rows) return;
  if (kResultBytes == 4) {
    const uint offset = (matrix * rows + row) * columns + column;
    result[OFFSET(result, offset, 4)] = uint(sums[p].x);
    if (column + 1 < columns) result[OFFSET(result, offset + 1, 4)] = uint(sums[p].y);
    if (column + 2 < columns) result[OFFSET(result, offset + 2, 4)] = uint(sums[p].z);
    if (column + 3 < columns) result[OFFSET(result, offset + 3, 4)] = uint(sums[p].w);
    return;
  }
  const uint offset = (matrix * rows + row) * column_blocks + column / 4;
  const int most = kResultBytes == 1 ? 127 : 32767;
  const uvec4 integers = uvec4(clamp(Scaled(p) + output_zero_point, ivec4(-most - 1), ivec4(most)));
  if (kResultBytes == 1) {
    const uint stepped = WithSteps(Packed(ivec4(integers)), offset);
    if (kStoresFloats) {
      StoreFloats(stepped, offset);
    } else {
      result[OFFSET(result, offset, 4)] = stepped;
    }
  } else {
    const uvec4 narrow = integers & 0xFFFF;
    result[OFFSET(result, offset * 2, 4)] = narrow.x | narrow.y << 16;
    result[OFFSET(result, offset * 2 + 1, 4)] = narrow.z | narrow.w << 16;
  }
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
  StartSums();
  for (uint chunk = 0; chunk < depth; chunk += 4 * kChunk) {
    StartChunk();
    const uint end = min(chunk + 4 * kChunk, depth);
    for (uint k = chunk; k < end; k += 4) {
      const Weights l = LeftBlock(left_begin, row, k);
      const Weights r = RightBlock(right_begin, k, column);
      AddRow(0, l.a, r);
      AddRow(1, l.b, r);
      AddRow(2, l.c, r);
      AddRow(3, l.d, r);
    }
    EndChunk();
  }
  Store(matrix, row, column, 0);
  Store(matrix, row + 1, column, 1);
  Store(matrix, row + 2, column, 2);
  Store(matrix, row + 3, column, 3);
}
