#include "bench/common/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace litevk::bench {

double Percentile(const std::vector<double>& sorted, double fraction) {
  const double position = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(position);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], position - static_cast<double>(below));
}

Statistics Summarize(std::vector<double> values) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {.count = values.size(),
          .median = Percentile(values, 0.5),
          .p10 = Percentile(values, 0.1),
          .p90 = Percentile(values, 0.9),
          .min = values.front(),
          .max = values.back(),
          .mean = mean,
          .stddev = std::sqrt(squares / count)};
}

}  // namespace litevk::bench
