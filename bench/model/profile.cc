#include "bench/model/profile.h"

#include <algorithm>
#include <utility>

#include "bench/model/timed_runs.h"

namespace litevk::bench {
namespace {

constexpr double kUsPerSecond = 1e6;

using Nodes = std::vector<tools::SessionNode>;

// Returns the mean time of the runs after the first, as the delegate counts its dispatches.
double MeanSeconds(const tools::SessionNode& first, const tools::SessionNode& node) {
  if (node.runs == first.runs) return first.seconds;
  return (node.seconds - first.seconds) / static_cast<double>(node.runs - first.runs);
}

// Returns times of nodes on the CPU and of dispatches on the GPU, in the order of the model's nodes. `first`
// is the session's record of its nodes after one run.
std::vector<OperatorTime> OperatorTimes(int subgraph, const Nodes& first, const Nodes& nodes,
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
                     .mean_us = kUsPerSecond * MeanSeconds(first[i], node),
                     .subgraph = subgraph});
  }
  if (!gpu.has_value()) return times;
  for (const tools::DispatchRow& row : gpu->dispatches) times.push_back(TimeOfDispatch(row));
  std::ranges::stable_sort(times, {}, &OperatorTime::node);
  return times;
}

// Records the time of each node in each run, as differences of the session's totals.
class NodeRecorder {
 public:
  explicit NodeRecorder(const Nodes& first) {
    int partitions = 0;
    for (const tools::SessionNode& node : first) {
      times_.push_back({.name = node.is_delegated ? "partition " + std::to_string(partitions++)
                                                  : node.op + " node " + std::to_string(node.index)});
      seconds_.push_back(0);
    }
    Add(first);
  }

  void Add(const Nodes& nodes) {
    for (size_t i = 0; i < times_.size(); ++i) {
      times_[i].us.push_back(kUsPerSecond *
                             (nodes[i].seconds - std::exchange(seconds_[i], nodes[i].seconds)));
    }
  }

  std::vector<NodeTimes> Take() { return std::move(times_); }

 private:
  std::vector<NodeTimes> times_;
  std::vector<double> seconds_;  // total of all runs so far
};

}  // namespace

OperatorTime TimeOfDispatch(const tools::DispatchRow& row) {
  return {.node = row.node,
          .op = row.op,
          .where = "gpu",
          .label = row.label,
          .first_us = row.first_us,
          .mean_us = row.mean_us,
          .subgraph = row.subgraph,
          .partition = row.partition,
          .shader = row.shader,
          .fused_nodes = row.fused_nodes,
          .fused_ops = row.fused_ops,
          .workgroups = row.workgroups,
          .flops = row.flops,
          .bytes = row.bytes};
}

Result<Profile> ProfileModel(const BenchArguments& arguments, const Backend& backend) {
  LITEVK_ASSIGN_OR_RETURN(const auto session, ModelSession::Create(arguments, backend, true));
  const Nodes first = session->Nodes();
  Profile profile;
  NodeRecorder recorder(first);
  RunLimits limits = TimedLimits(arguments);
  limits.what = "profiled runs";
  if (arguments.WantsPictures()) limits.min_secs = 0;
  LITEVK_ASSIGN_OR_RETURN(profile.runs_ms, TimedRuns(*session, limits, [&] {
                            if (arguments.WantsPictures()) recorder.Add(session->Nodes());
                          }));
  const Nodes nodes = session->Nodes();
  profile.steps = session->steps();
  profile.nodes = recorder.Take();
  profile.inputs = session->inputs();
  profile.subgraph = session->subgraph();
  session->Close();
  LITEVK_ASSIGN_OR_RETURN(profile.gpu, session->ReadReport());
  profile.operators = OperatorTimes(profile.subgraph, first, nodes, profile.gpu);
  return profile;
}

}  // namespace litevk::bench
