// The tables of SOFTMAX of int16, shared by the CPU and the GPU.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/quantized/fixed_point_math.h"
#include "runtime/opset/quantized/table16.h"

namespace litevk {

// Tables of int16, computed in double: e^x for x in [-10, 0], and 1 / (1 + x) for x in [0, 1].
struct Softmax16Tables {
  static constexpr double kIntegers = std::numeric_limits<uint16_t>::max();
  static constexpr double kExponents = 10.0;
  static constexpr Scale16<double> kResults = {2.0 / kIntegers, 0};

  Table16 exponential = {Scale16<double>{kExponents / kIntegers, std::numeric_limits<int16_t>::max()},
                         kResults, [](double x) { return std::exp(x); }};
  Table16 inverse = {Scale16<double>{1.0 / kIntegers, std::numeric_limits<int16_t>::min()}, kResults,
                     [](double x) { return 1.0 / (1.0 + x); }};
};

// Returns the multiplier and shift from the distance to a row's maximum to an index of the exponential table.
// Each quantized step changes the exponent by `step`.
inline FixedPoint Softmax16Multiplier(float step) {
  return ToFixedPoint(double{step} / (Softmax16Tables::kExponents / Softmax16Tables::kIntegers));
}

// The inverse of a sum of powers, whose leading one has `bits` bits behind it.
struct Softmax16Inverse {
  int16_t value;
  int bits;
};

// Returns the inverse from the sum's first 17 bits.
inline Softmax16Inverse Softmax16InverseOf(const Table16& inverses, int64_t sum) {
  const int bits = static_cast<int>(std::bit_width(static_cast<uint64_t>(sum))) - 1;
  // Rounds to a leading one and 16 bits; the table is indexed by these bits.
  const int64_t in_31_bits = bits > 30 ? sum >> (bits - 30) : sum << (30 - bits);
  const int64_t fraction = ((in_31_bits + (1 << 13)) >> 14) - (1 << 16);
  using Integers = std::numeric_limits<int16_t>;
  const int64_t index = std::clamp<int64_t>(fraction + Integers::min(), Integers::min(), Integers::max());
  return {inverses[static_cast<int16_t>(index)], bits};
}

// Returns a power divided by the sum.
inline int16_t DivideBy(const Softmax16Inverse& sum, int16_t power) {
  const int64_t product = int64_t{power} * sum.value;
  const int64_t quotient = (product + (int64_t{1} << (sum.bits - 1))) >> sum.bits;
  return static_cast<int16_t>(std::clamp<int64_t>(quotient, 0, std::numeric_limits<int16_t>::max()));
}

// Returns the power of a value's distance to the row's maximum, which is 0 or less.
inline int16_t Softmax16Power(const Table16& exponentials, const FixedPoint& multiplier, int32_t distance) {
  using Integers = std::numeric_limits<int16_t>;
  const int64_t exponent = int64_t{Rescale(distance, multiplier)} + Integers::max();
  return exponentials[static_cast<int16_t>(std::clamp<int64_t>(exponent, Integers::min(), Integers::max()))];
}

}  // namespace litevk
