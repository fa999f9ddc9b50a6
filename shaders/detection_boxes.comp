#version 450
// Decodes a detector's output for each anchor: the corners of its box (top, left, bottom, right), the best class and its score.
// One invocation decodes one box. `codes` holds the centre's shift and the size's logarithm.
//
// If codes are bytes, the host provides a table of decoded values. These are the centre's shift, or half of the size, relative
// to the anchor's size. Each is two floats that together form a double. Sums and products of such pairs are then rounded to
// float32 once, as the reference kernel's doubles are.
// Iterations: classes
#extension GL_GOOGLE_include_directive : require
#include "common/quantized_values.glsl"
#include "common/flat.glsl"
READ_INTEGERS(0, codes)
READ_INTEGERS(1, scores)
layout(std430, binding = 2) readonly buffer anchors_values { vec4 anchors[]; };
layout(std430, binding = 3) readonly buffer factors_values { vec2 factors[]; };
layout(std430, binding = 4) writeonly buffer corners_values { vec4 corners[]; };
layout(std430, binding = 5) writeonly buffer best_values { float best[]; };
layout(std430, binding = 6) writeonly buffer labels_words { uint labels[]; };

layout(constant_id = 3) const uint kCodeBytes = 4;   // 1, or 4 for a float
layout(constant_id = 4) const uint kScoreBytes = 4;  // 1, or 4 for a float

layout(push_constant) uniform Push {
  uint total;         // boxes
  uint code_columns;  // values per box, of which four are its code
  uint score_columns, classes;  // the last columns are the classes
  float y_scale, x_scale, h_scale, w_scale;  // divisors of float codes
  float score_scale;
  int score_zero;
};

float ScoreAt(const uint element) {
  const int integer = Integer_scores(element, kUnsigned, kScoreBytes);
  if (kScoreBytes == 4) return intBitsToFloat(integer);
  precise const float score = float(integer - score_zero) * score_scale;
  return score;
}

// Decodes column `axis` of a box, relative to the anchor's size.
vec2 FactorAt(const uint box, const uint axis, const float scale) {
  const int integer = Integer_codes(box * code_columns + axis, kUnsigned, kCodeBytes);
  if (kCodeBytes == 1) return factors[axis * 256 + uint(integer)];
  const float code = intBitsToFloat(integer) / scale;
  return vec2(axis < 2 ? code : 0.5 * exp(code), 0.0);
}

// Returns the upper half of a float's mantissa bits.
float UpperHalf(const float value) {
  precise const float scaled = value * 4097.0;
  precise const float upper = scaled - (scaled - value);
  return upper;
}

// Returns the product of a pair and a float, as a pair.
vec2 Product(const vec2 l, const float r) {
  precise const float product = l.x * r;
  const float l_upper = UpperHalf(l.x);
  const float r_upper = UpperHalf(r);
  precise const float l_lower = l.x - l_upper;
  precise const float r_lower = r - r_upper;
  precise const float lost = ((l_upper * r_upper - product) + l_upper * r_lower + l_lower * r_upper) + l_lower * r_lower;
  precise const float rest = lost + l.y * r;
  return vec2(product, rest);
}

float Center(const vec2 factor, const float size, const float middle) {
  const vec2 shift = Product(factor, size);
  precise const float sum = shift.x + middle;
  precise const float taken = sum - shift.x;
  precise const float lost = (shift.x - (sum - taken)) + (middle - taken);
  precise const float center = sum + (lost + shift.y);
  return center;
}

float Half(const vec2 factor, const float size) {
  const vec2 product = Product(factor, size);
  precise const float half_size = product.x + product.y;
  return half_size;
}

void main() {
  const uint box = FlatInvocation();
  if (box >= total) return;
  const vec4 anchor = anchors[box];
  const vec2 center = vec2(Center(FactorAt(box, 0, y_scale), anchor.z, anchor.x),
                           Center(FactorAt(box, 1, x_scale), anchor.w, anchor.y));
  const vec2 half_size = vec2(Half(FactorAt(box, 2, h_scale), anchor.z), Half(FactorAt(box, 3, w_scale), anchor.w));
  precise const vec2 first = center - half_size;
  precise const vec2 last = center + half_size;
  corners[box] = vec4(first, last);

  const uint begin = box * score_columns + score_columns - classes;
  float highest = ScoreAt(begin);
  uint label = 0;
  for (uint other = 1; other < classes; ++other) {
    const float score = ScoreAt(begin + other);
    if (score > highest) {
      highest = score;
      label = other;
    }
  }
  best[box] = highest;
  labels[box] = label;
}
