#include "bench/model/measure.h"

#include <sys/resource.h>

#include <algorithm>
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

// Nodes on the CPU and dispatches on the GPU, in the order of the model's nodes. `first` is what the session
// knew of its nodes after one run.
std::vector<OperatorTime> OperatorTimes(const std::vector<tools::SessionNode>& first,
                                        const std::vector<tools::SessionNode>& nodes,
                                        const std::optional<GpuReport>& gpu) {
  std::vector<OperatorTime> times;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const tools::SessionNode& node = nodes[i];
    if ((node.is_delegated && gpu.has_value() && !gpu->dispatches.empty()) || node.runs == 0) continue;
    times.push_back({.node = node.index,
                     .op = node.op,
                     .where = node.is_delegated ? "delegate" : "cpu",
                     .label = "node " + std::to_string(node.index),
                     .first_us = kUsPerSecond * first[i].seconds,
                     .mean_us = kUsPerSecond * node.seconds / static_cast<double>(node.runs)});
  }
  if (!gpu.has_value()) return times;
  for (const DispatchRow& row : gpu->dispatches) {
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
  LITEVK_ASSIGN_OR_RETURN(const auto runs,
                          TimedRuns(*session, arguments.num_runs, arguments.min_secs, arguments.max_secs));
  measurement.profiled_runs = static_cast<int64_t>(runs.size());
  const std::vector<tools::SessionNode> nodes = session->Nodes();
  session->Close();
  LITEVK_ASSIGN_OR_RETURN(const auto gpu, session->ReadReport());
  measurement.operators = OperatorTimes(first, nodes, gpu);
  return {};
}

}  // namespace

Result<std::vector<double>> TimedRuns(ModelSession& session, int min_runs, double min_secs, double max_secs) {
  std::vector<double> times;
  double total_ms = 0;
  while (total_ms < kMsPerSecond * max_secs &&
         (std::cmp_less(times.size(), min_runs) || total_ms < kMsPerSecond * min_secs)) {
    LITEVK_ASSIGN_OR_RETURN(const double ms, session.Run());
    times.push_back(ms);
    total_ms += ms;
  }
  return times;
}

Result<Measurement> Measure(const BenchArguments& arguments, const Backend& backend) {
  Measurement measurement;
  measurement.memory.start_rss_bytes = PeakRssBytes();
  LITEVK_ASSIGN_OR_RETURN(auto session, ModelSession::Create(arguments, backend, false));
  measurement.cold_start = session->cold_start();
  measurement.memory.init_rss_bytes = PeakRssBytes();
  LITEVK_ASSIGN_OR_RETURN(
      auto warmup, TimedRuns(*session, arguments.warmup_runs, arguments.warmup_min_secs, arguments.max_secs));
  measurement.warmup_ms = Summarize(std::move(warmup));
  LITEVK_ASSIGN_OR_RETURN(auto steady,
                          TimedRuns(*session, arguments.num_runs, arguments.min_secs, arguments.max_secs));
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
