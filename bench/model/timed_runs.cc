#include "bench/model/timed_runs.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "tools/program/interrupt.h"
#include "tools/program/progress.h"

namespace litevk::bench {
namespace {

constexpr double kMsPerSecond = 1000.0;

// Returns the progress. The number of runs and the time must both be reached.
int Percent(const RunLimits& limits, size_t runs, double ms) {
  const double least_runs = std::max(limits.min_runs, 1);
  const double least_ms = std::max(kMsPerSecond * limits.min_secs, 1.0);
  return static_cast<int>(100 * std::min({1.0, static_cast<double>(runs) / least_runs, ms / least_ms}));
}

}  // namespace

RunLimits TimedLimits(const BenchArguments& arguments) {
  return {arguments.num_runs, arguments.min_secs, arguments.max_secs, arguments.run_delay, /*sure_runs=*/1};
}

Result<std::vector<double>> TimedRuns(ModelSession& session, const RunLimits& limits,
                                      const std::function<void()>& after_each) {
  tools::Progress progress(limits.what, 100);
  std::vector<double> times;
  double total_ms = 0;
  const auto goes_on = [&] {
    if (std::cmp_less(times.size(), limits.sure_runs)) return true;
    return !tools::WasInterrupted() && total_ms < kMsPerSecond * limits.max_secs &&
           (std::cmp_less(times.size(), limits.min_runs) || total_ms < kMsPerSecond * limits.min_secs);
  };
  while (goes_on()) {
    std::this_thread::sleep_for(std::chrono::duration<double>(limits.delay_secs));
    LITEVK_ASSIGN_OR_RETURN(const double ms, session.Run());
    after_each();
    times.push_back(ms);
    total_ms += ms;
    progress.AdvanceTo(Percent(limits, times.size(), total_ms));
  }
  return times;
}

}  // namespace litevk::bench
