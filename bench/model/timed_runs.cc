#include "bench/model/timed_runs.h"

#include <chrono>
#include <thread>
#include <utility>

namespace litevk::bench {
namespace {

constexpr double kMsPerSecond = 1000.0;

}  // namespace

RunLimits TimedLimits(const BenchArguments& arguments) {
  return {arguments.num_runs, arguments.min_secs, arguments.max_secs, arguments.run_delay};
}

Result<std::vector<double>> TimedRuns(ModelSession& session, const RunLimits& limits,
                                      const std::function<void()>& after_each) {
  std::vector<double> times;
  double total_ms = 0;
  while (total_ms < kMsPerSecond * limits.max_secs &&
         (std::cmp_less(times.size(), limits.min_runs) || total_ms < kMsPerSecond * limits.min_secs)) {
    std::this_thread::sleep_for(std::chrono::duration<double>(limits.delay_secs));
    LITEVK_ASSIGN_OR_RETURN(const double ms, session.Run());
    after_each();
    times.push_back(ms);
    total_ms += ms;
  }
  return times;
}

}  // namespace litevk::bench
