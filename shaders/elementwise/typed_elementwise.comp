#version 450
// Elementwise operators that involve other types than float32: comparisons, selections, casts, and arithmetic of integers and
// bools. Operands may be broadcast: a stride of 0 broadcasts one along that dim. One invocation writes four neighbours of the
// output.
// Iterations: 4 * 256
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/elements.glsl"
#include "common/cast.glsl"
#include "common/int32.glsl"
#include "common/compare.glsl"
#include "common/real.glsl"
#include "common/power.glsl"
#include "common/angle.glsl"
#include "elementwise/complex.glsl"
#include "typed_functions.glsl"
#include "common/flat.glsl"
READ_ELEMENTS(0, left)
READ_ELEMENTS(1, right)
READ_ELEMENTS(2, condition)
WRITE_ELEMENTS(3, result)

layout(constant_id = 3) const uint kFunction = 0;  // function code of typed_functions.glsl
layout(constant_id = 4) const uint kOperandKind = 0;
layout(constant_id = 5) const uint kOperandBytes = 4;
layout(constant_id = 6) const uint kResultKind = 0;
layout(constant_id = 7) const uint kResultBytes = 4;
layout(constant_id = 8) const uint kActivation = 0;  // abi::TfLiteFusedActivation: none, RELU, RELU_N1_TO_1 or RELU6
layout(constant_id = 9) const bool kOneRow = false;  // all elements are one row
layout(constant_id = 10) const uint kResultBits = 32;  // bits of a value; a packed type has fewer than its byte

layout(push_constant) uniform Push {
  uint elements;  // elements of the output
  uint row;       // elements in a row
  uint total;     // groups of four elements
  uint walk_size[4];
  int left_stride[5], right_stride[5], condition_stride[5];           // in elements
  uint left_row_stride, right_row_stride, condition_row_stride;       // from element to element of a row
};
#include "common/walk.glsl"

const uint kRelu = 1;
const uint kReluN1To1 = 2;
const uint kRelu6 = 3;

uvec2 Activated(const uvec2 v) {
  if (kActivation == 0) return v;
  const uvec2 above = Max64(v, kActivation == kReluN1To1 ? Negate64(uvec2(1, 0)) : uvec2(0));
  return kActivation == kRelu ? above : Min64(above, uvec2(kActivation == kRelu6 ? 6 : 1, 0));
}

uvec2 Value(const uint element) {
  const uint row_index = kOneRow ? 0 : element / row;
  const uint column = element - row_index * row;
  const RowIndex at = SplitRow(row_index);
  const uvec2 l =
      Load_left(uint(ROW_OFFSET(at, left_stride)) + column * left_row_stride, kOperandKind, kOperandBytes);
  if (kFunction == kCast) return Cast(l, kOperandKind, kOperandBytes, kResultKind, kResultBits);
  const uvec2 r =
      Load_right(uint(ROW_OFFSET(at, right_stride)) + column * right_row_stride, kOperandKind, kOperandBytes);
  if (kFunction == kSelect) {
    const uvec2 holds = Load_condition(
        uint(ROW_OFFSET(at, condition_stride)) + column * condition_row_stride, kTruth, 1);
    return holds.x != 0 ? l : r;
  }
  if (kFunction == kWrappedPow) return Word(WrappedPower(int(l.x), int(r.x)));
  if (kOperandKind == kComplex) return OfComplex64(kFunction, l, r);
  if (kOperandKind == kFloat) return OfFloat32(kFunction, l.x, r.x);
  if (kOperandKind == kTruth) return OfBool(kFunction, l.x != 0, r.x != 0);
  if (kOperandBytes == 8) return Activated(OfInt64(kFunction, l, r));
  return Activated(OfInt32(kFunction, int(l.x), int(r.x)));
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint first = index * 4;
  const uint last = elements - 1;
  Store4_result(index, min(4u, elements - first), kResultBytes, Value(first), Value(min(first + 1, last)),
                Value(min(first + 2, last)), Value(min(first + 3, last)));
}
