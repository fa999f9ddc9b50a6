#include "delegate/engine/over_limits.h"

#include <map>
#include <utility>

#include "delegate/engine/lower_options.h"
#include "delegate/partition/partition_edges.h"
#include "runtime/exec/graph_check.h"
#include "runtime/platform/guard.h"

namespace litevk {
namespace {

// Returns the tensors that no node reads. An interpreter does not say which of the others are results as
// well.
std::vector<ir::TensorId> UnreadTensors(const ir::GraphIndex& index) {
  std::vector<ir::TensorId> unread;
  for (size_t id = 0; id < index.consumers.size(); ++id) {
    if (index.consumers[id].empty()) unread.push_back(static_cast<ir::TensorId>(id));
  }
  return unread;
}

std::vector<RefusedNode> LowerAndFind(const JudgedGraph& judged, const ir::GraphIndex& index,
                                      const std::vector<int>& positions, const Options& options) {
  const PartitionEdges edges = EdgesOf(judged.graph, positions, UnreadTensors(index));
  const LoweredPartition lowered =
      Lower(judged, positions, edges.inputs, edges.outputs, LowerOptionsOf(options));
  return FindOverLimits(lowered.graph, index, judged.limits);
}

// Returns the refused nodes. Larger dims than those at hand only need more. Other reasons may go away with
// larger dims, so they are left to the plan.
Result<std::vector<RefusedNode>> OverLimitsOf(const JudgedGraph& judged, const ir::GraphIndex& index,
                                              const std::vector<int>& positions, const ir::Graph& sized,
                                              const Options& options) {
  if (const auto final_nodes = FinalNodesBefore(judged, positions)) {
    return LowerAndFind({judged.graph, final_nodes->kernels, judged.limits}, index, positions, options);
  }
  ir::Graph own = sized;
  PlannedValues values;
  LITEVK_ASSIGN_OR_RETURN(FinalNodes final_nodes, InferFinalShapes(own, positions, judged.limits, values));
  if (final_nodes.refused_nodes.empty()) {
    return LowerAndFind({own, final_nodes.kernels, judged.limits}, index, positions, options);
  }
  std::erase_if(final_nodes.refused_nodes, [](const RefusedNode& refused_node) {
    return refused_node.verdict.code != ReasonCode::kDeviceLimit;
  });
  return std::move(final_nodes.refused_nodes);
}

}  // namespace

std::vector<RefusedNode> FindOverLimits(const gpu::Graph& lowered, const ir::GraphIndex& index,
                                        const gpu::DeviceLimits& limits) {
  std::map<int, Verdict> refused_nodes;  // by position
  for (const gpu::Dispatch& dispatch : lowered.dispatches) {
    const Status status = CheckDispatch(lowered, dispatch, limits);
    if (status.ok()) continue;
    std::vector<int> nodes = dispatch.fused_nodes;
    nodes.push_back(dispatch.source_node);
    for (const int node : nodes) {
      refused_nodes.try_emplace(index.positions.at(node), Reject(ReasonCode::kDeviceLimit, status.message()));
    }
  }
  std::vector<RefusedNode> found;
  found.reserve(refused_nodes.size());
  for (auto& [position, verdict] : refused_nodes) found.push_back({position, std::move(verdict)});
  return found;
}

bool RejectOverLimits(const JudgedGraph& judged, const ir::GraphIndex& index, const ir::Graph& sized,
                      const std::vector<std::vector<int>>& partitions, const Options& options,
                      std::vector<Verdict>& verdicts) {
  bool rejected = false;
  for (const std::vector<int>& positions : partitions) {
    auto found = GuardStatus([&] { return OverLimitsOf(judged, index, positions, sized, options); });
    if (!found.ok()) continue;  // the plan finds the same, and tells
    for (RefusedNode& refused_node : *found) {
      verdicts[static_cast<size_t>(refused_node.position)] = std::move(refused_node.verdict);
      rejected = true;
    }
  }
  return rejected;
}

}  // namespace litevk
