#include "bench/model/measure.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace litevk::bench {
namespace {

constexpr double kMsPerSecond = 1000.0;
constexpr double kUsPerSecond = 1e6;

int64_t PeakRssBytes() {
  constexpr int64_t kBytesPerKib = 1024;
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * kBytesPerKib;
}

struct RunLimits {
  int min_runs = 0;
  double min_secs = 0;
  double max_secs = 0;
  double delay_secs = 0;
};

RunLimits TimedLimits(const BenchArguments& arguments) {
  return {arguments.num_runs, arguments.min_secs, arguments.max_secs, arguments.run_delay};
}

// Runs until there were `min_runs` and `min_secs` passed, or `max_secs` did; milliseconds of each run.
Result<std::vector<double>> TimedRuns(ModelSession& session, const RunLimits& limits) {
  std::vector<double> times;
  double total_ms = 0;
  while (total_ms < kMsPerSecond * limits.max_secs &&
         (std::cmp_less(times.size(), limits.min_runs) || total_ms < kMsPerSecond * limits.min_secs)) {
    std::this_thread::sleep_for(std::chrono::duration<double>(limits.delay_secs));
    LITEVK_ASSIGN_OR_RETURN(const double ms, session.Run());
    times.push_back(ms);
    total_ms += ms;
  }
  return times;
}

// Of the runs after the first, as the delegate counts its dispatches.
double MeanSeconds(const tools::SessionNode& first, const tools::SessionNode& node) {
  if (node.runs == first.runs) return first.seconds;
  return (node.seconds - first.seconds) / static_cast<double>(node.runs - first.runs);
}

// Nodes on the CPU and dispatches on the GPU, in the order of the model's nodes. `first` is what the session
// knew of its nodes after one run.
std::vector<OperatorTime> OperatorTimes(const std::vector<tools::SessionNode>& first,
                                        const std::vector<tools::SessionNode>& nodes,
                                        const std::optional<tools::GpuReport>& gpu) {
  std::vector<OperatorTime> times;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const tools::SessionNode& node = nodes[i];
    if ((node.is_delegated && gpu.has_value() && !gpu->dispatches.empty()) || node.runs == 0) continue;
    times.push_back({.node = node.index,
                     .op = node.op,
                     .where = node.is_delegated ? "delegate" : "cpu",
                     .label = "node " + std::to_string(node.index),
                     .first_us = kUsPerSecond * first[i].seconds,
                     .mean_us = kUsPerSecond * MeanSeconds(first[i], node)});
  }
  if (!gpu.has_value()) return times;
  for (const tools::DispatchRow& row : gpu->dispatches) {
    times.push_back({.node = row.node,
                     .op = row.op,
                     .where = "gpu",
                     .label = row.label,
                     .first_us = row.first_us,
                     .mean_us = row.mean_us});
  }
  std::ranges::stable_sort(times, {}, &OperatorTime::node);
  return times;
}

// In a session of its own, so that timestamps and clocks do not weigh on the other numbers.
Status Profile(const BenchArguments& arguments, const Backend& backend, Measurement& measurement) {
  LITEVK_ASSIGN_OR_RETURN(const auto session, ModelSession::Create(arguments, backend, true));
  const std::vector<tools::SessionNode> first = session->Nodes();
  LITEVK_ASSIGN_OR_RETURN(measurement.profiled_ms, TimedRuns(*session, TimedLimits(arguments)));
  const std::vector<tools::SessionNode> nodes = session->Nodes();
  session->Close();
  LITEVK_ASSIGN_OR_RETURN(const auto gpu, session->ReadReport());
  measurement.operators = OperatorTimes(first, nodes, gpu);
  return {};
}

}  // namespace

Result<Measurement> Measure(const BenchArguments& arguments, const Backend& backend) {
  Measurement measurement;
  measurement.memory.start_rss_bytes = PeakRssBytes();
  LITEVK_ASSIGN_OR_RETURN(auto session, ModelSession::Create(arguments, backend, false));
  measurement.cold_start = session->cold_start();
  measurement.delegation = session->delegation();
  if (arguments.require_full_delegation && !measurement.delegation.is_complete) {
    return InvalidArgument("--require_full_delegation: the delegate leaves nodes of the model to the CPU");
  }
  measurement.memory.init_rss_bytes = PeakRssBytes();
  // The first inference is the first run of the warm-up, as in benchmark_model.
  LITEVK_ASSIGN_OR_RETURN(auto warmup, TimedRuns(*session, {.min_runs = arguments.warmup_runs - 1,
                                                            .min_secs = arguments.warmup_min_secs,
                                                            .max_secs = arguments.max_secs}));
  warmup.insert(warmup.begin(), measurement.cold_start.first_ms);
  measurement.warmup_ms = Summarize(std::move(warmup));
  LITEVK_ASSIGN_OR_RETURN(auto steady, TimedRuns(*session, TimedLimits(arguments)));
  measurement.steady_ms = Summarize(std::move(steady));
  measurement.memory.peak_rss_bytes = PeakRssBytes();
  LITEVK_ASSIGN_OR_RETURN(measurement.gpu, session->ReadReport());
  session.reset();
  if (arguments.enable_op_profiling) {
    LITEVK_RETURN_IF_ERROR(Profile(arguments, backend, measurement));
  }
  return measurement;
}

}  // namespace litevk::bench
