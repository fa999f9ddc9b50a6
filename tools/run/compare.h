// How far a result is from a reference.
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
  int steps = 0;  // that numbers of one scale may be apart
};

// Distances of integers are counted one by one up to this one, which 8 bits do not exceed.
inline constexpr int kMostSteps = 255;

struct Difference {
  bool agrees = true;
  std::string problem;        // types, dims or strings that differ; empty when values could be compared
  bool has_distances = true;  // false for strings, which differ or do not
  int64_t values = 0;         // of the reference
  double largest = 0;         // absolute, over the values that are finite on both sides
  double mean = 0;
  int steps = 0;           // that numbers may be apart
  double bound = 0;        // what was allowed where the difference exceeds its bound most
  std::vector<int> where;  // index of the difference that exceeds its bound most
  int64_t outside = 0;     // values beyond their bound
  int64_t differing = 0;   // values of other types than floats that are not the same
  // How many integers are so many steps apart, up to kMostSteps, and how many are further apart.
  std::map<int, int64_t> off_by;
  int64_t off_by_more = 0;
  int64_t nan_mismatches = 0;  // NaN on one side only
  int64_t infinity_mismatches = 0;

  // "largest difference 1.2e-06, mean 3e-08, worst at [0, 3, 1] with bound 1e-05", and of integers that
  // differ "largest difference 2, mean 0.1, 3 of 40 values outside, worst at [0, 3, 1]: 2 off by 1, 1 by 2"
  // with a sentence on steps that are allowed
  std::string ToString() const;
};

// Compares floats and complex numbers within the tolerance, and every other type exactly but for steps.
Difference Compare(const Array& actual, const Array& reference, const Tolerance& tolerance);

}  // namespace litevk::tools
