#version 450
// Bilinear resampling of 8-bit or 16-bit integers, dims NHWC, bit for bit as TFLite's reference kernels. Like these, uint8
// computes in float32 with the same order of operations; int8 and int16 compute in integers, in 1/1024 of a pixel. One
// invocation writes four neighbours of the output.
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/divide.glsl"
#include "common/flat.glsl"
#include "common/int64.glsl"
#include "common/quantized_values.glsl"
READ_INTEGERS(0, source)
// For each row of the output, then for each column: indices of the two input rows or columns between which it lies. Then the
// weight of the second, as bits of a float or in 1/1024.
layout(std430, binding = 1) readonly buffer tap_words { uvec4 taps[]; };
WRITE_INTEGERS(2, result)

layout(constant_id = 3) const bool kAligned = true;  // channels is a multiple of 4
layout(constant_id = 4) const uint kKind = 1;
layout(constant_id = 5) const uint kBytes = 1;

// A unit is four channels of a pixel if kAligned, else one.
layout(push_constant) uniform Push {
  uvec2 by_units, by_output_w, by_output_h;
  uint units;  // units of a pixel
  uint output_w, output_h, input_w, input_h;
  uint elements;  // elements of the output
  uint total;     // groups of four elements
};

const int kParts = 1024;

struct Place {
  uvec4 corners;  // input units in the first column, first and second row; then in the second column
  int y, x;       // weights
};

Place OffsetOf(const uint unit) {
  const uint pixel = Divide(unit, by_units);
  const uint row = Divide(pixel, by_output_w);
  const uint image = Divide(row, by_output_h);
  const uvec4 y = taps[row - image * output_h];
  const uvec4 x = taps[output_h + pixel - row * output_w];
  const uvec2 rows = (uvec2(y.xy) + image * input_h) * input_w;
  const uvec4 pixels = rows.xyxy + x.xxyy;
  return Place(pixels * units + (unit - pixel * units), int(y.z), int(x.z));
}

ivec4 Load(const uint unit) {
  if (kAligned) return Integers_source(unit, 4, kKind, kBytes);
  return ivec4(Integer_source(unit, kKind, kBytes));
}

// Four values of each corner, and their weights.
struct Corners {
  ivec4 low_low, up_low, low_up, up_up;
  ivec4 y, x;
};

ivec4 BlendFloat(const Corners c) {
  const vec4 y = intBitsToFloat(c.y);
  const vec4 x = intBitsToFloat(c.x);
  precise const vec4 low_y = 1.0 - y;
  precise const vec4 low_x = 1.0 - x;
  precise const vec4 value = vec4(c.low_low) * low_y * low_x + vec4(c.up_low) * y * low_x +
                             vec4(c.low_up) * low_y * x + vec4(c.up_up) * y * x;
  precise const vec4 rounded = floor(value + 0.5);
  return ivec4(rounded);
}

const int kOne = kParts * kParts;

// A weight may exceed 1, so that an intermediate sum may wrap around; the result fits.
ivec4 Blend32(const Corners c) {
  const ivec4 low_y = kParts - c.y;
  const ivec4 low_x = kParts - c.x;
  const ivec4 value = c.low_low * (low_y * low_x) + c.up_low * (c.y * low_x) + c.low_up * (low_y * c.x) +
                      c.up_up * (c.y * c.x);
  return (value + mix(ivec4(-kOne / 2), ivec4(kOne / 2), greaterThan(value, ivec4(0)))) / kOne;
}

uvec2 Product64(const int l, const int r) {
  int high, low;
  imulExtended(l, r, high, low);
  return uvec2(low, high);
}

// Blends one value of each corner.
int Blend64(const ivec4 integers, const int y, const int x) {
  const uvec2 first = Add64(Product64(integers.x, (kParts - y) * (kParts - x)), Product64(integers.y, y * (kParts - x)));
  const uvec2 second = Add64(Product64(integers.z, (kParts - y) * x), Product64(integers.w, y * x));
  const uvec2 sum = Add64(first, second);
  // Rounds ties away from zero.
  const uvec2 magnitude = Add64(Magnitude64(sum), uvec2(kOne / 2, 0));
  const int rounded = int(ShiftRightUnsigned64(magnitude, 20).x);
  return IsNegative64(sum) ? -rounded : rounded;
}

ivec4 Blended(const Corners c) {
  if (kKind == kUnsigned) return BlendFloat(c);
  if (kBytes == 1) return Blend32(c);
  return ivec4(Blend64(ivec4(c.low_low.x, c.up_low.x, c.low_up.x, c.up_up.x), c.y.x, c.x.x),
               Blend64(ivec4(c.low_low.y, c.up_low.y, c.low_up.y, c.up_up.y), c.y.y, c.x.y),
               Blend64(ivec4(c.low_low.z, c.up_low.z, c.low_up.z, c.up_up.z), c.y.z, c.x.z),
               Blend64(ivec4(c.low_low.w, c.up_low.w, c.low_up.w, c.up_up.w), c.y.w, c.x.w));
}

Corners CornersOf(const uint group) {
  if (kAligned) {
    const Place p = OffsetOf(group);
    return Corners(Load(p.corners.x), Load(p.corners.y), Load(p.corners.z), Load(p.corners.w), ivec4(p.y), ivec4(p.x));
  }
  const uint last = elements - 1;
  const Place a = OffsetOf(group * 4);
  const Place b = OffsetOf(min(group * 4 + 1, last));
  const Place c = OffsetOf(min(group * 4 + 2, last));
  const Place d = OffsetOf(min(group * 4 + 3, last));
  return Corners(
      ivec4(Load(a.corners.x).x, Load(b.corners.x).x, Load(c.corners.x).x, Load(d.corners.x).x),
      ivec4(Load(a.corners.y).x, Load(b.corners.y).x, Load(c.corners.y).x, Load(d.corners.y).x),
      ivec4(Load(a.corners.z).x, Load(b.corners.z).x, Load(c.corners.z).x, Load(d.corners.z).x),
      ivec4(Load(a.corners.w).x, Load(b.corners.w).x, Load(c.corners.w).x, Load(d.corners.w).x),
      ivec4(a.y, b.y, c.y, d.y), ivec4(a.x, b.x, c.x, d.x));
}

void main() {
  const uint group = FlatInvocation();
  if (group >= total) return;
  StoreIntegers_result(group, min(4u, elements - group * 4), kBytes, Blended(CornersOf(group)));
}
