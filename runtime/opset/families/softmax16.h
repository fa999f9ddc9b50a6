// The tables of SOFTMAX of int16, for the CPU and the GPU alike.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "runtime/opset/fixed_point.h"
#include "runtime/opset/table16.h"

namespace litevk {

// Tables of int16, computed in double: e^x of x from -10 to 0, and 1 / (1 + x) of x from 0 to 1.
struct Softmax16Tables {
  static constexpr double kNumbers = std::numeric_limits<uint16_t>::max();
  static constexpr double kExponents = 10.0;
  static constexpr Scale16<double> kResults = {2.0 / kNumbers, 0};

  Table16 exponential = {Scale16<double>{kExponents / kNumbers, std::numeric_limits<int16_t>::max()},
                         kResults, [](double x) { return std::exp(x); }};
  Table16 inverse = {Scale16<double>{1.0 / kNumbers, std::numeric_limits<int16_t>::min()}, kResults,
                     [](double x) { return 1.0 / (1.0 + x); }};
};

// Returns the factor from steps below a row's largest number, each of which changes the exponent by `step`,
// to numbers of the table of exponentials.
inline FixedPoint Softmax16Factor(float step) {
  return ToFixedPoint(double{step} / (Softmax16Tables::kExponents / Softmax16Tables::kNumbers));
}

}  // namespace litevk
