// Repeated runs of a session until the limits are reached.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/model/model_session.h"

namespace litevk::bench {

struct RunLimits {
  int min_runs = 0;
  double min_secs = 0;
  double max_secs = 0;
  double delay_secs = 0;
  int sure_runs = 0;          // runs that are made in spite of Ctrl-C
  std::string what = "runs";  // name in the progress line
};

// Returns the arguments' limits for timed runs.
RunLimits TimedLimits(const BenchArguments& arguments);

// Runs until both `min_runs` and `min_secs` are reached, until `max_secs`, or until Ctrl-C. Returns the
// milliseconds of each run. Calls `after_each` after each of them.
Result<std::vector<double>> TimedRuns(
    ModelSession& session, const RunLimits& limits, const std::function<void()>& after_each = [] {});

}  // namespace litevk::bench
