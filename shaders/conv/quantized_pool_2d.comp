#version 450
// Maximum or average over windows of 8-bit or 16-bit integers, dims NHWC, bit for bit as TFLite's reference kernels. Values are
// pooled without rescaling; an average is rounded, ties away from zero. Taps beside the image do not count. With kCountsZeros
// they count as the quantized zero of a fused PAD.
//
// kLanes invocations of one workgroup share the taps of four neighbours of the output; the first invocation writes the words.
// Iterations: 4 * Ceil(kFilterH * kFilterW, kLanes) + 64
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/divide.glsl"
#include "common/quantized_values.glsl"
READ_INTEGERS(0, source)
WRITE_INTEGERS(1, result)

layout(local_size_x = 64) in;

layout(constant_id = 3) const bool kAligned = true;  // channels is a multiple of 4
layout(constant_id = 4) const bool kAverage = false;
layout(constant_id = 5) const uint kKind = 1;
layout(constant_id = 6) const uint kBytes = 1;
layout(constant_id = 7) const uint kFilterH = 2;
layout(constant_id = 8) const uint kFilterW = 2;
layout(constant_id = 9) const uint kStrideH = 2;
layout(constant_id = 10) const uint kStrideW = 2;
layout(constant_id = 11) const uint kLanes = 1;  // a power of two, at most 64
layout(constant_id = 12) const bool kCountsZeros = false;

// A unit is four channels of a pixel if kAligned, else one.
layout(push_constant) uniform Push {
  uvec2 by_units, by_output_w, by_output_h;
  uint units;  // units of a pixel
  uint output_w, output_h;
  int input_h, input_w;
  int pad_h, pad_w;     // padding before the first row and column
  uint elements;        // elements of the output
  uint total;           // groups of four elements
  int lowest, highest;  // bounds of the fused activation; `highest` wins
  int zero;             // value beside the image if kCountsZeros
};

const uint kOutputs = 64 / kLanes;  // groups of four that a workgroup writes
shared ivec4 partial[64];

ivec4 Combine(const ivec4 l, const ivec4 r) { return kAverage ? l + r : max(l, r); }
#include "common/lane_reduction.glsl"
LANE_REDUCTION(CombineLanes, ivec4, Combine, Combine)

struct Window {
  int row, column;  // position of the first tap, which may lie beside the image
  int image_row;    // rows of images before the image
  uint unit;        // unit within the pixel
};

Window WindowOf(const uint unit) {
  const uint pixel = Divide(unit, by_units);
  const uint row = Divide(pixel, by_output_w);
  const uint image = Divide(row, by_output_h);
  return Window(int((row - image * output_h) * kStrideH) - pad_h, int((pixel - row * output_w) * kStrideW) - pad_w,
                int(image) * input_h, unit - pixel * units);
}

ivec4 Load(const uint unit) {
  if (kAligned) return Integers_source(unit, 4, kKind, kBytes);
  return ivec4(Integer_source(unit, kKind, kBytes));
}

// Combines the taps of a window that belong to a lane.
ivec4 Share(const Window window, const uint lane) {
  ivec4 value = ivec4(kAverage ? 0 : int(0x80000000));
  for (uint tap = lane; tap < kFilterH * kFilterW; tap += kLanes) {
    const int row = window.row + int(tap / kFilterW);
    const int column = window.column + int(tap % kFilterW);
    const bool is_inside = row >= 0 && row < input_h && column >= 0 && column < input_w;
    if (kCountsZeros && !is_inside) value = Combine(value, ivec4(zero));
    if (is_inside) value = Combine(value, Load(uint((window.image_row + row) * input_w + column) * units + window.unit));
  }
  return value;
}

int TapsInside(const Window window) {
  if (kCountsZeros) return int(kFilterH * kFilterW);
  const int rows = min(window.row + int(kFilterH), input_h) - max(window.row, 0);
  const int columns = min(window.column + int(kFilterW), input_w) - max(window.column, 0);
  return rows * columns;
}

ivec4 Finish(const ivec4 value, const ivec4 taps) {
  ivec4 integer = value;
  if (kAverage) {
    const ivec4 half_taps = taps / 2;
    integer = (value + mix(-half_taps, half_taps, greaterThan(value, ivec4(0)))) / taps;
  }
  return min(max(integer, ivec4(lowest)), ivec4(highest));
}

void main() {
  const uint self = gl_LocalInvocationID.x;
  const uint lane = self / kOutputs;
  const uint target = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * kOutputs + self % kOutputs;
  // Beyond the last output nothing is stored, but every invocation must reach the barriers.
  const uint group = min(target, total - 1);
  const uint valid = min(4u, elements - group * 4);
  ivec4 value, taps;
  if (kAligned) {
    const Window window = WindowOf(group);
    value = Share(window, lane);
    taps = ivec4(TapsInside(window));
  } else {
    const Window a = WindowOf(group * 4);
    const Window b = WindowOf(min(group * 4 + 1, elements - 1));
    const Window c = WindowOf(min(group * 4 + 2, elements - 1));
    const Window d = WindowOf(min(group * 4 + 3, elements - 1));
    value = ivec4(Share(a, lane).x, Share(b, lane).x, Share(c, lane).x, Share(d, lane).x);
    taps = ivec4(TapsInside(a), TapsInside(b), TapsInside(c), TapsInside(d));
  }
  value = CombineLanes(value, lane, kOutputs, false);
  if (lane == 0 && target < total) StoreIntegers_result(group, valid, kBytes, Finish(value, taps));
}
