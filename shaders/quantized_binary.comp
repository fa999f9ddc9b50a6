#version 450
// Elementwise operators of two operands of int8 with scales, bit for bit TFLite's reference kernels: both come to one scale
// with bits below the point, are combined, and come to the output's scale. Operands may be stretched: a stride of 0
// stretches one along that dim. One invocation writes a word of four neighbours of the output.
// Iterations: 4
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/binding_rows.glsl"
#include "common/bytes.glsl"
#include "common/flat.glsl"
#include "common/requantize.glsl"
layout(std430, binding = 0) readonly buffer left_words { uint left[]; };
DECLARE_ROWS(0, left)
layout(std430, binding = 1) readonly buffer right_words { uint right[]; };
DECLARE_ROWS(1, right)
// Zero point, multiplier, left and right shift of the left operand, the right one and the result; then the least and the
// most number of the result, and the bits below the point.
layout(std430, binding = 2) readonly buffer numbers_words { uvec4 numbers[]; };
layout(std430, binding = 3) writeonly buffer result_words { uint result[]; };
DECLARE_ROWS(3, result)

layout(constant_id = 3) const uint kFunction = 0;  // 0: left + right, 1: left - right
layout(constant_id = 4) const bool kAlike = true;  // no operand is stretched

layout(push_constant) uniform Push {
  uint elements;  // of the output
  uint row;       // elements in a row
  uint total;     // groups of four elements
  uint walk_size[4];
  int left_stride[5], right_stride[5];    // in elements
  uint left_row_stride, right_row_stride;  // from element to element of a row
};
#include "common/walk.glsl"

ivec2 Pair(const uint element) {
  const uint number = element / row;
  const uint column = element - number * row;
  const RowIndex at = SplitRow(number);
  const uint l = PLACE(left, uint(ROW_PLACE(at, left_stride)) + column * left_row_stride, 1);
  const uint r = PLACE(right, uint(ROW_PLACE(at, right_stride)) + column * right_row_stride, 1);
  return ivec2(Number(left[l / 4], l), Number(right[r / 4], r));
}

// Four numbers of an operand, with bits below the point.
ivec4 Aligned(const ivec4 values, const ivec4 scale) {
  return Rescale((values - scale.x) << int(numbers[3].z), ivec4(scale.y), ivec4(scale.z), ivec4(scale.w));
}

uint Combined(const ivec4 l, const ivec4 r) {
  const ivec4 first = Aligned(l, ivec4(numbers[0]));
  const ivec4 second = Aligned(r, ivec4(numbers[1]));
  const ivec4 sum = kFunction == 0 ? first + second : first - second;
  const ivec4 scale = ivec4(numbers[2]);
  const ivec4 steps = Rescale(sum, ivec4(scale.y), ivec4(scale.z), ivec4(scale.w)) + scale.x;
  return Packed(min(max(steps, ivec4(int(numbers[3].x))), ivec4(int(numbers[3].y))));
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint to = PLACE(result, index, 4);
  if (kAlike) {
    result[to] = Combined(Numbers(left[PLACE(left, index, 4)]), Numbers(right[PLACE(right, index, 4)]));
    return;
  }
  const uint first = index * 4;
  const uint last = elements - 1;
  const ivec2 a = Pair(first);
  const ivec2 b = Pair(min(first + 1, last));
  const ivec2 c = Pair(min(first + 2, last));
  const ivec2 d = Pair(min(first + 3, last));
  result[to] = Combined(ivec4(a.x, b.x, c.x, d.x), ivec4(a.y, b.y, c.y, d.y));
}
