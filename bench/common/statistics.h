// What a list of times comes down to.
#pragma once

#include <cstddef>
#include <vector>

namespace litevk::bench {

struct Statistics {
  size_t count = 0;
  double median = 0;
  double p10 = 0;
  double p90 = 0;
  double min = 0;
  double max = 0;
  double mean = 0;
  double stddev = 0;  // of the values themselves, not of a sample
};

// Between the two values around `fraction` of the way through ascending `sorted`, linearly; `sorted` is not
// empty and `fraction` lies in [0, 1].
double Percentile(const std::vector<double>& sorted, double fraction);
// All zero for no values.
Statistics Summarize(std::vector<double> values);

}  // namespace litevk::bench
