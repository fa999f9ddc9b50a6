#version 450
// SOFTMAX, LOG_SOFTMAX and L2_NORMALIZATION of quantized rows, bit for bit as TFLite's reference kernels. A workgroup has 64 /
// kLanes rows. First kLanes invocations each reduce one row to its constants. Then all of them write the words of all the rows,
// since a word may contain values of two rows.
// Iterations: 2 * Ceil(units, kLanes) + Ceil(64 * channels, 256 * kLanes) + 64
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/divide.glsl"
#include "common/int64.glsl"
#include "common/quantized_values.glsl"
#include "common/requantize.glsl"
#include "common/fixed_point.glsl"
READ_INTEGERS(0, source)
// For 8-bit SOFTMAX and LOG_SOFTMAX: the powers of e, indexed by the difference to the largest value of a row. For 16 bits: the
// tables of exponentials and of inverses (Softmax16Tables).
layout(std430, binding = 1) readonly buffer table_words { uint table[]; };
WRITE_INTEGERS(2, result)

layout(local_size_x = 64) in;

layout(constant_id = 3) const uint kFunction = 0;  // RowFunction in delegate/ops/common/quantized_rows.h
layout(constant_id = 4) const bool kAligned = true;  // channels is a multiple of 4
layout(constant_id = 5) const uint kKind = 1;
layout(constant_id = 6) const uint kBytes = 1;
layout(constant_id = 7) const uint kResultBytes = 1;
layout(constant_id = 8) const uint kLanes = 1;  // a power of two, at most 64

const uint kSoftmax = 0;
const uint kLogSoftmax = 1;
const uint kSoftmax16 = 2;
const uint kL2Norm = 3;

layout(push_constant) uniform Push {
  uvec2 by_channels;
  uint channels;  // values of a row
  uint units;     // units of a row: four values if kAligned, else one
  uint rows;
  uint elements;
  int multiplier, left, right;  // convert differences to a row's largest value into exponents
  // Largest difference that has a power, and the multiplier and shifts from exponents to differences; LOG_SOFTMAX reads them.
  int most_steps, steps_multiplier, steps_left, steps_right;
  int zero_point, result_zero_point;  // for L2_NORMALIZATION
  int lowest, highest;                // bounds of the result's values
};

const uint kRows = 64 / kLanes;  // rows of a workgroup
const uint kTableEntries = 513;
shared uvec2 partial[64];
shared ivec4 row_integers[64];

uvec2 Largest(const uvec2 l, const uvec2 r) { return max(l, r); }
#include "common/lane_reduction.glsl"
LANE_REDUCTION(LargestOfLanes, uvec2, Largest, Largest)
LANE_REDUCTION(SumOfLanes, uvec2, Add64, Add64)

ivec4 Load(const uint row, const uint unit) {
  const uint position = row * units + unit;
  if (kAligned) return Integers_source(position, 4, kKind, kBytes);
  return ivec4(Integer_source(position, kKind, kBytes));
}

int Entry(const uint first, const int integer) {
  const int offset = integer + 0x8000;
  const uint index = first + uint(offset >> 7);
  const int entry = int(table[index]);
  return entry + (((int(table[index + 1]) - entry) * (offset & 127) + 64) >> 7);
}

// Returns powers of e. `steps` is the difference of a value to the largest one of its row.
ivec4 Powers(const ivec4 steps) {
  if (kFunction != kSoftmax16) return ivec4(table[steps.x], table[steps.y], table[steps.z], table[steps.w]);
  const ivec4 exponents = Rescale(-steps, ivec4(multiplier), ivec4(left), ivec4(right));
  // Exponents that have wrapped around may be above 0.
  const ivec4 integers = clamp(exponents, ivec4(-0xFFFF), ivec4(0)) + 0x7FFF;
  return ivec4(Entry(0, integers.x), Entry(0, integers.y), Entry(0, integers.z), Entry(0, integers.w));
}

// Returns the terms that four values add to their row's sum.
uvec4 Terms(const ivec4 integers, const int largest) {
  if (kFunction == kL2Norm) return uvec4((integers - zero_point) * (integers - zero_point));
  const uvec4 powers = uvec4(Powers(largest - integers));
  return kFunction == kSoftmax16 ? powers : (powers + (1 << (kExpSumBits - 1))) >> kExpSumBits;
}

// Returns the largest value, the sum's inverse, and the right shift that follows a multiplication with the inverse.
ivec4 SoftmaxIntegers(const int largest, const uvec2 sum) {
  const Word word = InWord(sum);
  const ScaledMantissa inverse = ReciprocalOf(word.mantissa);
  const int shift = inverse.exponent + word.bits + kExpSumBits - int(8 * kResultBytes);
  return ivec4(largest, shift > 31 ? 0 : inverse.mantissa, min(shift, 31), 0);
}

// Like SoftmaxIntegers for 16 bits: the inverse has 15 fraction bits and comes from the sum's first 17 bits.
ivec4 Softmax16Integers(const int largest, const uvec2 sum) {
  const int bits = sum.y != 0 ? 32 + findMSB(sum.y) : findMSB(sum.x);
  const uint in_31_bits =
      bits > 30 ? ShiftRightUnsigned64(sum, uint(bits - 30)).x : ShiftLeft64(sum, uint(30 - bits)).x;
  const int fraction = int((in_31_bits + (1 << 13)) >> 14) - (1 << 16);
  const int inverse = Entry(kTableEntries, min(fraction - 0x8000, 0x7FFF));
  return ivec4(largest, bits > 31 ? 0 : inverse, min(bits, 31), 0);
}

// Returns the largest value, the logarithm of the sum, and the largest difference to it that the type can hold.
ivec4 LogIntegers(const int largest, const uvec2 sum) {
  const int log = LogOf(sum);
  const ivec4 lowest_steps =
      Rescale(ivec4(log - kLowest32), ivec4(steps_multiplier), ivec4(steps_left), ivec4(steps_right));
  return ivec4(largest, log, min(most_steps, -1 - lowest_steps.x), 0);
}

// Returns the inverse root of the sum as multiplier, left and right shift. TFLite multiplies by 2^7, the inverse of the
// result's scale. For int8 the multiplier includes this, for uint8 the values are multiplied before.
ivec4 NormIntegers(const uvec2 sum) {
  const ScaledMantissa root = InverseRootOf(int(sum.x));
  const int exponent = (kKind == kSigned ? 7 : 0) - root.exponent;
  return ivec4(root.mantissa, max(exponent, 0), max(-exponent, 0), 0);
}

ivec4 IntegersOfRow(const uint row, const uint lane) {
  int largest = 0;
  if (kFunction != kL2Norm) {
    ivec4 most = ivec4(kLowest32);
    for (uint unit = lane; unit < units; unit += kLanes) most = max(most, Load(row, unit));
    const uint ordered = uint(max(max(most.x, most.y), max(most.z, most.w))) ^ 0x80000000u;
    largest = int(LargestOfLanes(uvec2(ordered, 0), lane, 1, true).x ^ 0x80000000u);
  }
  uvec2 sum = uvec2(0);
  for (uint unit = lane; unit < units; unit += kLanes) {
    const uvec4 terms = Terms(Load(row, unit), largest);
    sum = Add64(sum, uvec2(kAligned ? (terms.x + terms.y) + (terms.z + terms.w) : terms.x, 0));
  }
  sum = SumOfLanes(sum, lane, 1, true);
  if (kFunction == kSoftmax) return SoftmaxIntegers(largest, sum);
  if (kFunction == kSoftmax16) return Softmax16Integers(largest, sum);
  return kFunction == kLogSoftmax ? LogIntegers(largest, sum) : NormIntegers(sum);
}

// Computes results from constants of the values' rows; `first`, `second` and `third` are components of IntegersOfRow.
ivec4 Finish(const ivec4 integers, const ivec4 first, const ivec4 second, const ivec4 third) {
  if (kFunction == kL2Norm) {
    const ivec4 values = (integers - zero_point) << (kKind == kSigned ? 0 : 7);
    const ivec4 scaled = Rescale(values, first, second, third);
    return clamp(scaled, lowest - result_zero_point, highest - result_zero_point) + result_zero_point;
  }
  const ivec4 steps = max(first - integers, 0);  // values beyond the last one may be larger
  if (kFunction == kLogSoftmax) {
    const ivec4 exponents = Rescale(-steps, ivec4(multiplier), ivec4(left), ivec4(right)) - second;
    const int kShift = 31 - kExponentBits - 4;  // the result has four fraction bits
    const ivec4 logs = ivec4(RoundingShift(exponents.x, kShift), RoundingShift(exponents.y, kShift),
                             RoundingShift(exponents.z, kShift), RoundingShift(exponents.w, kShift));
    return mix(clamp(logs + highest, lowest, highest), ivec4(lowest), greaterThan(steps, third));
  }
  const ivec4 powers = Powers(steps);
  if (kFunction == kSoftmax) return min(Rescale(powers, second, ivec4(0), third) + lowest, ivec4(highest));
  const uvec4 products = uvec4(powers * second) + (uvec4(1) << (third - 1));
  return min(ivec4(products >> third), ivec4(highest));
}

void WriteRows(const uint first_row) {
  const uint first = first_row * channels;
  const uint end = min(first + kRows * channels, elements);
  for (uint at = gl_LocalInvocationID.x * 4; first + at < end; at += 256) {
    const uint valid = min(4u, end - first - at);
    const ivec4 integers = Integers_source((first + at) / 4, valid, kKind, kBytes);
    const ivec4 a = row_integers[Divide(at, by_channels)];
    ivec4 b = a, c = a, d = a;
    if (!kAligned) {
      b = row_integers[min(Divide(at + 1, by_channels), kRows - 1)];
      c = row_integers[min(Divide(at + 2, by_channels), kRows - 1)];
      d = row_integers[min(Divide(at + 3, by_channels), kRows - 1)];
    }
    const ivec4 made = Finish(integers, ivec4(a.x, b.x, c.x, d.x), ivec4(a.y, b.y, c.y, d.y), ivec4(a.z, b.z, c.z, d.z));
    StoreIntegers_result((first + at) / 4, valid, kResultBytes, made);
  }
}

void main() {
  const uint self = gl_LocalInvocationID.x;
  const uint first_row = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * kRows;
  // Beyond the last row nothing is stored, but every invocation must reach the barriers.
  const ivec4 own = IntegersOfRow(min(first_row + self / kLanes, rows - 1), self % kLanes);
  if (self % kLanes == 0) row_integers[self / kLanes] = own;
  barrier();
  if (first_row < rows) WriteRows(first_row);
}
