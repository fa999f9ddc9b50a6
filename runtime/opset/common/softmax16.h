// The tables of SOFTMAX of int16, shared by the CPU and the GPU.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "runtime/opset/quantized/fixed_point.h"
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

}  // namespace litevk
