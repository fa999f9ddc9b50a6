// The difference of a result from a reference.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "tools/run/array.h"

namespace litevk::tools {

// A value may differ by atol + rtol * |reference|, both finite and not negative. Without either, the contract
// for whole models holds (docs/NUMERICS.md): 1e-4 of the reference's largest magnitude, but at least 1e-6.
struct Tolerance {
  std::optional<double> atol;
  std::optional<double> rtol;
  int steps = 0;  // allowed distance of quantized integers
};

// The largest distance of integers that is counted separately; the largest one of 8-bit integers.
inline constexpr int kMostSteps = 255;

struct Difference {
  bool agrees = true;
  std::string problem;        // types, dims or strings that differ; empty when values could be compared
  bool has_distances = true;  // false for strings, which differ or do not
  int64_t values = 0;         // number of the reference's elements
  double largest = 0;         // absolute, over the values that are finite on both sides
  double mean = 0;
  int steps = 0;           // allowed distance of integers
  double bound = 0;        // bound of the element that exceeds its bound most
  std::vector<int> where;  // index of the difference that exceeds its bound most
  int64_t outside = 0;     // values beyond their bound
  int64_t differing = 0;   // elements that are not the same, for other types than floats
  // Number of integers for each distance up to kMostSteps, and number of those further apart.
  std::map<int, int64_t> off_by;
  int64_t off_by_more = 0;
  int64_t nan_mismatches = 0;  // NaN on one side only
  int64_t infinity_mismatches = 0;

  // Returns "largest difference 1.2e-06, mean 3e-08, worst at [0, 3, 1] with bound 1e-05".
  //
  // For integers that differ, returns the following, and the steps that are allowed:
  // "largest difference 2, mean 0.1, 3 of 40 values outside, worst at [0, 3, 1]: 2 off by 1, 1 by 2".
  std::string ToString() const;
};

// Compares floats and complex numbers within the tolerance, and other types exactly or within its steps.
Difference Compare(const Array& actual, const Array& reference, const Tolerance& tolerance);

}  // namespace litevk::tools
