#version 450
// Elementwise operators of two operands of int8 with scales, bit for bit TFLite's reference kernels: both come to one scale
// with bits below the point, are combined, and come to the output's scale. Operands may be stretched: a stride of 0
// stretches one along that dim. One invocation writes a word of four neighbours of the output.
// Iterations: 4
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/flat.glsl"
#include "common/numbers.glsl"
#include "common/requantize.glsl"
READ_NUMBERS(0, left)
READ_NUMBERS(1, right)
// Zero point, multiplier, left and right shift of the left operand, the right one and the result; then the least and the
// most number of the result, and the bits below the point.
layout(std430, binding = 2) readonly buffer numbers_words { uvec4 numbers[]; };
WRITE_NUMBERS(3, result)

layout(constant_id = 3) const uint kFunction = 0;  // 0: left + right, 1: left - right
layout(constant_id = 4) const bool kAlike = true;  // no operand is stretched
layout(constant_id = 5) const uint kKind = 1;  // of all numbers
layout(constant_id = 6) const uint kBytes = 1;

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
  const uint l = uint(ROW_PLACE(at, left_stride)) + column * left_row_stride;
  const uint r = uint(ROW_PLACE(at, right_stride)) + column * right_row_stride;
  return ivec2(Number_left(l, kKind, kBytes), Number_right(r, kKind, kBytes));
}

// Four numbers of an operand, with bits below the point.
ivec4 Aligned(const ivec4 values, const ivec4 scale) {
  return Rescale((values - scale.x) << int(numbers[3].z), ivec4(scale.y), ivec4(scale.z), ivec4(scale.w));
}

ivec4 Combined(const ivec4 l, const ivec4 r) {
  const ivec4 first = Aligned(l, ivec4(numbers[0]));
  const ivec4 second = Aligned(r, ivec4(numbers[1]));
  const ivec4 sum = kFunction == 0 ? first + second : first - second;
  const ivec4 scale = ivec4(numbers[2]);
  const ivec4 steps = Rescale(sum, ivec4(scale.y), ivec4(scale.z), ivec4(scale.w)) + scale.x;
  return min(max(steps, ivec4(int(numbers[3].x))), ivec4(int(numbers[3].y)));
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint first = index * 4;
  const uint valid = min(elements - first, 4);
  ivec4 l, r;
  if (kAlike) {
    l = Numbers_left(index, valid, kKind, kBytes);
    r = Numbers_right(index, valid, kKind, kBytes);
  } else {
    const uint last = elements - 1;
    const ivec2 a = Pair(first);
    const ivec2 b = Pair(min(first + 1, last));
    const ivec2 c = Pair(min(first + 2, last));
    const ivec2 d = Pair(min(first + 3, last));
    l = ivec4(a.x, b.x, c.x, d.x);
    r = ivec4(a.y, b.y, c.y, d.y);
  }
  StoreNumbers_result(index, valid, kBytes, Combined(l, r));
}
