#version 450
// Quantizes rows of floats to int8, each with its own scale and zero point, for layers with integer weights
// (common/row_scale.glsl). One workgroup has `kLanes` invocations per row, or per part of one, which find its range first.
//
// Long rows take two dispatches: the first finds the ranges of parts, the second starts from these. Padding in the last word of
// a row has arbitrary values.
// Iterations: Ceil(part_quads, kLanes) * 2 + parts + 192
// Variant texels: TEXELS
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/tensor.glsl"
READ_TENSOR(0, source)
// Layout: [row], four values of the depth per word; then [row]: scale, zero point. The first of two dispatches writes
// [row][part]: the ends of the range.
layout(std430, binding = 1) writeonly buffer integers_words { uint integers[]; };
layout(std430, binding = 2) readonly buffer ranges_words { uint ranges[]; };  // [row][part]: ends, for the second dispatch
#include "common/flat.glsl"
#include "common/int64.glsl"
#include "common/non_finite.glsl"
#include "common/quotient.glsl"
#include "common/row_scale.glsl"

layout(constant_id = 3) const bool kAligned = true;  // values of a row are neighbours, a multiple of 4
layout(constant_id = 4) const uint kLanes = 1;       // a power of two, at most 64
layout(constant_id = 5) const bool kAsymmetric = false;
const uint kAtOnce = 0;
const uint kRanges = 1;
const uint kIntegers = 2;
layout(constant_id = 6) const uint kStage = kAtOnce;
layout(constant_id = 7) const bool kInBlocks = false;  // in TFLite, the next row completes this row's last block of eight

layout(push_constant) uniform Push {
  uint rows;   // total number of rows
  uint depth;  // values of a row
  uint quads;  // quads of a row, rounded up
  // Rows of a matrix are `row_pitch` apart; values of a row are `pitch` apart.
  uint matrix_rows, row_pitch, pitch;
  uint parts, part_quads;  // parts of a row, and quads of a part
};

shared ivec2 partial[64];
ivec2 CombineEnds(const ivec2 l, const ivec2 r) { return ivec2(min(l.x, r.x), max(l.y, r.y)); }
#include "common/lane_reduction.glsl"
LANE_REDUCTION(EndsOfLanes, ivec2, CombineEnds, CombineEnds)

vec4 LoadQuad(const uint first, const uint quad) {
  const uint valid = min(depth - quad * 4, 4);
#ifndef TEXELS
  if (!kAligned) return LoadStrided_source(first + quad * 4 * pitch, pitch, valid);
#endif
  return Load4_source(true, first / 4 + quad, valid);
}

// Returns the ends of the range of four values. A row's range includes 0, and ignores NaNs.
ivec2 EndsOf(const vec4 values) {
  const vec4 v = mix(values, vec4(0.0), IsNan(values));
  const ivec4 orders = ivec4(OrderOf(v.x), OrderOf(v.y), OrderOf(v.z), OrderOf(v.w));
  return ivec2(min(min(orders.x, orders.y), min(orders.z, orders.w)), max(max(orders.x, orders.y), max(orders.z, orders.w)));
}

// Returns the ends over the values that the lane reads.
ivec2 EndsOfLane(const uint row, const uint first, const uint lane, const uint first_quad, const uint end_quad) {
  ivec2 ends = ivec2(0);
  if (kStage == kIntegers) {
    for (uint part = lane; part < parts; part += kLanes) {
      const uint pair = (row * parts + part) * 2;
      ends = CombineEnds(ends, ivec2(ranges[pair], ranges[pair + 1]));
    }
    return ends;
  }
  for (uint quad = first_quad + lane; quad < end_quad; quad += kLanes) {
    ends = CombineEnds(ends, EndsOf(LoadQuad(first, quad)));
  }
  return ends;
}

void main() {
  const uint index = FlatInvocation();
  const uint group = min(index / kLanes, rows * parts - 1);
  const uint lane = index % kLanes;
  const uint row = group / parts;
  const uint first_quad = (group - row * parts) * part_quads;
  const uint end_quad = min(first_quad + part_quads, quads);
  const uint matrix = row / matrix_rows;
  const uint first = matrix * matrix_rows * depth + (row - matrix * matrix_rows) * row_pitch;
  const ivec2 ends = EndsOfLanes(EndsOfLane(row, first, lane, first_quad, end_quad), lane, 1, true);
  if (index / kLanes >= rows * parts) return;
  if (kStage == kRanges) {
    if (lane == 0) integers[group * 2] = uint(ends.x);
    if (lane == 0) integers[group * 2 + 1] = uint(ends.y);
    return;
  }
  const float least = FloatInOrder(ends.x);
  const float greatest = FloatInOrder(ends.y);
  const RowScale scale = kAsymmetric ? AsymmetricScale(least, greatest) : SymmetricScale(least, greatest);
  for (uint quad = first_quad + lane; quad < end_quad; quad += kLanes) {
    const uvec4 bytes = uvec4(IntegersOf(LoadQuad(first, quad), scale, kAsymmetric, kInBlocks || quad < depth / 8 * 2)) & 0xFF;
    integers[row * quads + quad] = bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24;
  }
  if (lane != 0 || first_quad != 0) return;
  const uint header = rows * quads + row * 2;
  integers[header] = floatBitsToUint(scale.scale);
  integers[header + 1] = uint(scale.zero_point);
}
