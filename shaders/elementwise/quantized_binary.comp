#version 450
// Elementwise operators of two operands of int8, uint8 or int16, bit for bit as TFLite's reference kernels. The constant
// kOperands says how operands are scaled before they are combined, and how results become output values. Operands may be
// broadcast: a stride of 0 broadcasts one along that dim. One invocation writes four neighbours of the output.
// Iterations: 4
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/flat.glsl"
#include "common/quantized_values.glsl"
#include "common/requantize.glsl"
#include "common/reciprocal.glsl"
READ_INTEGERS(0, left)
READ_INTEGERS(1, right)
// Zero point, multiplier, left and right shift: first the left operand's, then the right operand's, then the result's. Then the
// lower and upper bound of the result, and the number of fraction bits.
layout(std430, binding = 2) readonly buffer integers_words { uvec4 integers[]; };
WRITE_INTEGERS(3, result)

// Codes of delegate/ops/elementwise/quantized_binary.cc.
layout(constant_id = 3) const uint kFunction = 0;
layout(constant_id = 4) const uint kOperands = 0;
layout(constant_id = 5) const uint kLayout = 0;
layout(constant_id = 6) const uint kLeftKind = 1;
layout(constant_id = 7) const uint kLeftBytes = 1;
layout(constant_id = 8) const uint kRightKind = 1;
layout(constant_id = 9) const uint kRightBytes = 1;
layout(constant_id = 10) const uint kResultBytes = 1;

layout(push_constant) uniform Push {
  uint elements;  // elements of the output
  uint row;       // elements in a row
  uint total;     // groups of four elements
  uint walk_size[4];
  int left_stride[5], right_stride[5];    // in elements
  uint left_row_stride, right_row_stride;  // from element to element of a row
};
#include "common/walk.glsl"

const uint kIntegers = 0;    // unchanged; sums and products wrap around
const uint kAboveZero = 1;  // minus the zero points
const uint kShifted = 2;    // shifted to the right to the result's scale
const uint kAligned = 3;    // in one scale, with fraction bits

const uint kAlike = 0;       // no operand is broadcast
const uint kWholeWords = 1;  // groups of four lie in one row; an operand's group is four neighbours or one value

const uint kAdd = 0;
const uint kSubtract = 1;
const uint kSquareDifference = 2;
const uint kMultiply = 3;
const uint kMultiplyFractions = 4;
const uint kDivide = 5;
const uint kSlope = 6;
const uint kMaximum = 7;
const uint kMinimum = 8;
const uint kExclusiveOr = 9;
const uint kShiftRight = 10;
const uint kAnd = 11;
const uint kShiftLeft = 12;
const uint kFloorQuotient = 13;
const uint kFloorRemainder = 14;
const uint kEqual = 15;
const uint kNotEqual = 16;
const uint kLess = 17;
const uint kLessEqual = 18;
const uint kGreater = 19;  // 20 is GreaterEqual

ivec2 Pair(const uint element) {
  const uint row_index = element / row;
  const uint column = element - row_index * row;
  const RowIndex at = SplitRow(row_index);
  const uint l = uint(ROW_OFFSET(at, left_stride)) + column * left_row_stride;
  const uint r = uint(ROW_OFFSET(at, right_stride)) + column * right_row_stride;
  return ivec2(Integer_left(l, kLeftKind, kLeftBytes), Integer_right(r, kRightKind, kRightBytes));
}

ivec4 Scaled(const ivec4 values, const ivec4 scale) {
  return Rescale(values, ivec4(scale.y), ivec4(scale.z), ivec4(scale.w));
}

ivec4 Operand(const ivec4 values, const ivec4 scale) {
  if (kOperands == kIntegers) return values;
  if (kOperands == kShifted) return ShiftedIntegers(values, scale.w);
  const ivec4 above = values - scale.x;
  return kOperands == kAligned ? Scaled(above << int(integers[3].z), scale) : above;
}

// Returns a sum or a product in the scale of the result.
ivec4 Result(const ivec4 values) {
  if (kOperands == kShifted) return values;
  if (kOperands == kIntegers) {
    const int bits = int(8 * kResultBytes);
    return kLeftKind == kUnsigned ? ivec4(bitfieldExtract(uvec4(values), 0, bits)) : bitfieldExtract(values, 0, bits);
  }
  return Scaled(values, ivec4(integers[2]));
}

// Returns the product of fractions of 15 bits, with 7 fraction bits.
ivec4 FractionProduct(const ivec4 l, const ivec4 r) {
  return ShiftedIntegers(min((l * r + (1 << 14)) >> 15, 0x7FFF), 8);
}

ivec4 Quotient(const ivec4 l, const ivec4 r) {
  const ivec4 multiplier = ivec4(integers[2]);
  return QuotientOf(l * sign(r), abs(r), multiplier.y, multiplier.w - multiplier.z);
}

ivec4 Sloped(const ivec4 l, const ivec4 r) {
  return mix(Scaled(l * r, ivec4(integers[2])), Scaled(l, ivec4(integers[0])), greaterThanEqual(l, ivec4(0)));
}

// Returns the quotient rounded down. Adding a half keeps whole quotients clear of the error of a device's division, since
// operands have 16 bits.
ivec4 FloorQuotient(const ivec4 l, const ivec4 r) {
  return ivec4(floor((vec4(l * sign(r)) + 0.5) / vec4(max(abs(r), 1))));
}

ivec4 Combined(const ivec4 l, const ivec4 r) {
  if (kFunction == kAdd) return Result(l + r);
  if (kFunction == kSubtract) return Result(l - r);
  if (kFunction == kSquareDifference) return Result((l - r) * (l - r));
  if (kFunction == kMultiply) return Result(l * r);
  if (kFunction == kMultiplyFractions) return FractionProduct(l, r);
  if (kFunction == kDivide) return Quotient(l, r);
  if (kFunction == kSlope) return Sloped(l, r);
  if (kFunction == kMaximum) return max(l, r);
  if (kFunction == kMinimum) return min(l, r);
  if (kFunction == kExclusiveOr) return l ^ r;
  if (kFunction == kShiftRight) return l >> clamp(r, 0, int(8 * kLeftBytes) - 1);
  if (kFunction == kAnd) return l & r;
  if (kFunction == kShiftLeft) return Result(l << (r & 31));
  if (kFunction == kFloorQuotient) return Result(FloorQuotient(l, r));
  if (kFunction == kFloorRemainder) return l - FloorQuotient(l, r) * r;
  if (kFunction == kEqual) return ivec4(equal(l, r));
  if (kFunction == kNotEqual) return ivec4(notEqual(l, r));
  if (kFunction == kLess) return ivec4(lessThan(l, r));
  if (kFunction == kLessEqual) return ivec4(lessThanEqual(l, r));
  if (kFunction == kGreater) return ivec4(greaterThan(l, r));
  return ivec4(greaterThanEqual(l, r));
}

ivec4 Result(const ivec4 l, const ivec4 r) {
  const ivec4 steps = Combined(Operand(l, ivec4(integers[0])), Operand(r, ivec4(integers[1])));
  const ivec4 quantized = steps + int(integers[2].x);
  return min(max(quantized, ivec4(int(integers[3].x))), ivec4(int(integers[3].y)));
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint first = index * 4;
  const uint valid = min(elements - first, 4);
  ivec4 l, r;
  if (kLayout == kAlike) {
    l = Integers_left(index, valid, kLeftKind, kLeftBytes);
    r = Integers_right(index, valid, kRightKind, kRightBytes);
  } else if (kLayout == kWholeWords) {
    const uint row_index = first / row;
    const uint column = first - row_index * row;
    const RowIndex at = SplitRow(row_index);
    const uint left_offset = uint(ROW_OFFSET(at, left_stride)) + column * left_row_stride;
    const uint right_offset = uint(ROW_OFFSET(at, right_stride)) + column * right_row_stride;
    l = left_row_stride == 0 ? ivec4(Integer_left(left_offset, kLeftKind, kLeftBytes))
                             : Integers_left(left_offset / 4, valid, kLeftKind, kLeftBytes);
    r = right_row_stride == 0 ? ivec4(Integer_right(right_offset, kRightKind, kRightBytes))
                              : Integers_right(right_offset / 4, valid, kRightKind, kRightBytes);
  } else {
    const uint last = elements - 1;
    const ivec2 a = Pair(first);
    const ivec2 b = Pair(min(first + 1, last));
    const ivec2 c = Pair(min(first + 2, last));
    const ivec2 d = Pair(min(first + 3, last));
    l = ivec4(a.x, b.x, c.x, d.x);
    r = ivec4(a.y, b.y, c.y, d.y);
  }
  StoreIntegers_result(index, valid, kResultBytes, Result(l, r));
}
