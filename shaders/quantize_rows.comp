#version 450
// Rows of floats become rows of int8 numbers, each with a scale and a zero point of its own, for layers whose weights are
// integers (common/row_scale.glsl). kLanes invocations of one workgroup share a row: they look for its range first.
// What fills up the last word of a row is any number.
// Iterations: Ceil(quads, kLanes) * 2 + 192
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/tensor.glsl"
READ_TENSOR(0, source)
layout(std430, binding = 1) writeonly buffer numbers_words { uint numbers[]; };  // [row]: scale, zero point, four of the depth a word
#include "common/flat.glsl"
#include "common/int64.glsl"
#include "common/non_finite.glsl"
#include "common/quotient.glsl"
#include "common/row_scale.glsl"

layout(constant_id = 3) const bool kAligned = true;  // values of a row are neighbours, a multiple of 4
layout(constant_id = 4) const uint kLanes = 1;       // a power of two, at most 64
layout(constant_id = 5) const bool kAsymmetric = false;

layout(push_constant) uniform Push {
  uint rows;   // in all
  uint depth;  // values of a row
  uint quads;  // by four, rounded up
  // Rows of a matrix, which begin `row_pitch` after one another; values of a row are `pitch` apart.
  uint matrix_rows, row_pitch, pitch;
};

shared ivec2 partial[64];
ivec2 CombineEnds(const ivec2 l, const ivec2 r) { return ivec2(min(l.x, r.x), max(l.y, r.y)); }
#include "common/lane_reduction.glsl"
LANE_REDUCTION(EndsOfLanes, ivec2, CombineEnds, CombineEnds)

vec4 LoadQuad(const uint first, const uint quad) {
  const uint valid = min(depth - quad * 4, 4);
  if (kAligned) return Load4_source(true, first / 4 + quad, valid);
  return LoadStrided_source(first + quad * 4 * pitch, pitch, valid);
}

// The range of a row holds 0, and no NaN.
ivec2 EndsOf(const vec4 values) {
  const vec4 v = mix(values, vec4(0.0), IsNan(values));
  const ivec4 orders = ivec4(OrderOf(v.x), OrderOf(v.y), OrderOf(v.z), OrderOf(v.w));
  return ivec2(min(min(orders.x, orders.y), min(orders.z, orders.w)), max(max(orders.x, orders.y), max(orders.z, orders.w)));
}

void main() {
  const uint index = FlatInvocation();
  const uint row = min(index / kLanes, rows - 1);
  const uint lane = index % kLanes;
  const uint matrix = row / matrix_rows;
  const uint first = matrix * matrix_rows * depth + (row - matrix * matrix_rows) * row_pitch;
  ivec2 own = ivec2(0);
  for (uint quad = lane; quad < quads; quad += kLanes) own = CombineEnds(own, EndsOf(LoadQuad(first, quad)));
  const ivec2 ends = EndsOfLanes(own, lane, 1, true);
  if (index / kLanes >= rows) return;
  const float least = FloatInOrder(ends.x);
  const float greatest = FloatInOrder(ends.y);
  const RowScale scale = kAsymmetric ? AsymmetricScale(least, greatest) : SymmetricScale(least, greatest);
  const uint target = row * (quads + 2);
  for (uint quad = lane; quad < quads; quad += kLanes) {
    const uvec4 bytes = uvec4(NumbersOf(LoadQuad(first, quad), scale, kAsymmetric, quad < depth / 8 * 2)) & 0xFF;
    numbers[target + 2 + quad] = bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24;
  }
  if (lane != 0) return;
  numbers[target] = floatBitsToUint(scale.scale);
  numbers[target + 1] = uint(scale.zero_point);
}
