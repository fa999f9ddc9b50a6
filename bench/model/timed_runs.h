// Runs of a session until there were enough of them.
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
  int sure_runs = 0;          // that are made in spite of Ctrl-C
  std::string what = "runs";  // for the line of progress
};

// As the arguments have them for timed runs.
RunLimits TimedLimits(const BenchArguments& arguments);

// Runs until there were `min_runs` and `min_secs` passed, or `max_secs` did, or until Ctrl-C; milliseconds of
// each run. `after_each` is called after each of them.
Result<std::vector<double>> TimedRuns(
    ModelSession& session, const RunLimits& limits, const std::function<void()>& after_each = [] {});

}  // namespace litevk::bench
