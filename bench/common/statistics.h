// Statistics of a list of times.
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
  double stddev = 0;  // standard deviation of the population, not of a sample
};

// Interpolates linearly between the two values around position `fraction` of the ascending `sorted`. `sorted`
// is not empty and `fraction` lies in [0, 1].
double Percentile(const std::vector<double>& sorted, double fraction);
// Returns the statistics; all are zero if there are no values.
Statistics Summarize(std::vector<double> values);

}  // namespace litevk::bench
