#version 450
// Computes the matrix that maps an image's pixels to those of another image, where they fill a rotated box
// around points (runtime/opset/ops/landmarks_2_transform_matrix.h). One workgroup runs it, and its invocations
// share the points.
// Iterations: Ceil(count, 64) + 64
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/elements.glsl"
#include "common/cast.glsl"
#include "common/real.glsl"
#include "common/angle.glsl"
layout(std430, binding = 0) readonly buffer landmarks_values { float landmarks[]; };
DECLARE_ROWS(0, landmarks)
layout(std430, binding = 1) readonly buffer listed_words { uint listed[]; };
layout(std430, binding = 2) writeonly buffer matrix_values { vec4 matrix[]; };

layout(local_size_x = 64) in;

layout(constant_id = 3) const bool kIsLine = false;  // the line's angle is from -90 to 90 degrees

layout(push_constant) uniform Push {
  uint count;  // listed points
  uint left, right;
  float target_radians;
  float box_scale_x, box_scale_y;
  float pixel_scale_x, pixel_scale_y;
  float center_scale_x, center_scale_y;
  float middle_x, middle_y;
};

const uint kLanes = 64;
shared vec4 partial[64];
#include "common/lane_reduction.glsl"
LANE_REDUCTION(LeastOfLanes, vec4, min, subgroupMin)

vec2 PointAt(const uint index) {
  return vec2(landmarks[OFFSET(landmarks, index * 3, 4)], landmarks[OFFSET(landmarks, index * 3 + 1, 4)]);
}

// Returns the rotation that gives the line from the left to the right point the target's angle.
float TurnOf() {
  vec2 line = PointAt(right) - PointAt(left);
  if (kIsLine && IsBelowZero(floatBitsToUint(line.x))) line = -line;
  return target_radians - uintBitsToFloat(AngleBits(floatBitsToUint(line.y), floatBitsToUint(line.x)));
}

// Returns (cosine, sine).
vec2 UnitOf(const float radians) {
  const uint bits = floatBitsToUint(radians);
  return vec2(uintBitsToFloat(Cosine(bits)), uintBitsToFloat(Sine(bits)));
}
vec2 Turned(const vec2 point, const vec2 unit) {
  return vec2(unit.x * point.x - unit.y * point.y, unit.y * point.x + unit.x * point.y);
}

void main() {
  const vec2 unit = UnitOf(TurnOf());
  const uint self = gl_LocalInvocationID.x;
  const vec2 first = Turned(PointAt(listed[min(self, count - 1)]), unit);
  vec4 bounds = vec4(first, -first);  // the smallest coordinates, and the negated largest ones
  for (uint index = self + kLanes; index < count; index += kLanes) {
    const vec2 point = Turned(PointAt(listed[index]), unit);
    bounds = min(bounds, vec4(point, -point));
  }
  bounds = LeastOfLanes(bounds, self, 1, false);
  if (self != 0) return;

  const vec2 back = vec2(unit.x, -unit.y);
  const vec2 center = Turned((bounds.xy - bounds.zw) / 2.0, back) * vec2(center_scale_x, center_scale_y);
  const vec2 size = (-bounds.zw - bounds.xy) * vec2(box_scale_x, box_scale_y);
  const vec2 pixel_scale = vec2(pixel_scale_x, pixel_scale_y);
  const vec2 across = Turned(vec2(size.x, 0.0), back) * pixel_scale;
  const vec2 down = Turned(vec2(0.0, size.y), back) * pixel_scale;
  const vec2 shift = center - across * middle_x - down * middle_y;
  matrix[0] = vec4(across.x, down.x, 0.0, shift.x);
  matrix[1] = vec4(across.y, down.y, 0.0, shift.y);
  matrix[2] = vec4(0.0, 0.0, 1.0, 0.0);
  matrix[3] = vec4(0.0, 0.0, 0.0, 1.0);
}
