#version 450
// A binary operator that may broadcast both operands: out = epilogue(op(a, b)). A stride of 0 broadcasts an operand
// along that dim. One invocation writes four neighbours of a row (fewer at its end).
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 3
#define ALL_STEPS
READ_TENSOR(0, left)
READ_TENSOR(1, right)
WRITE_TENSOR(2, result)
#include "common/epilogue.glsl"
#include "common/flat.glsl"

layout(constant_id = 3) const bool kAligned = true;  // row is a multiple of 4
layout(constant_id = 4) const uint kOp = 1;          // an epilogue code, applied as op(left, right)

layout(push_constant) uniform Push {
  uint row;     // values in a row; the output's innermost dim if a step uses channels
  uint blocks;  // groups of four in a row, rounded up
  uint total;   // blocks times rows
  uint walk_size[4];
  int left_stride[5], right_stride[5];        // in elements
  uint left_row_stride, right_row_stride;     // from value to value of a row
};
#include "common/walk.glsl"

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint first = (index % blocks) * 4;
  const uint row_index = index / blocks;
  const uint valid = min(4u, row - first);
  const RowIndex at = SplitRow(row_index);
  const uint left_offset = uint(ROW_OFFSET(at, left_stride)) + first * left_row_stride;
  const uint right_offset = uint(ROW_OFFSET(at, right_stride)) + first * right_row_stride;
  const vec4 x = LoadStrided_left(left_offset, left_row_stride, valid);
  const vec4 y = LoadStrided_right(right_offset, right_row_stride, valid);
  const uint offset = OffsetIn(kAligned, row_index * row + first);
  const vec4 value = EpilogueStep(kOp, x, y);
  Store4_result(kAligned, offset, valid, Epilogue(value, kAligned, offset, first, valid));
}
