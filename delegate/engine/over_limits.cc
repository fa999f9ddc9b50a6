#include "delegate/engine/over_limits.h"

#include <map>
#include <utility>

#include "runtime/exec/graph_check.h"

namespace litevk {

std::vector<Misfit> FindOverLimits(const gpu::Graph& lowered, const ir::GraphIndex& index,
                                   const gpu::DeviceLimits& limits) {
  std::map<int, Verdict> misfits;  // by position
  for (const gpu::Dispatch& dispatch : lowered.dispatches) {
    const Status status = CheckDispatch(lowered, dispatch, limits);
    if (status.ok()) continue;
    std::vector<int> nodes = dispatch.fused_nodes;
    nodes.push_back(dispatch.source_node);
    for (const int node : nodes) {
      misfits.try_emplace(index.positions.at(node), Reject(ReasonCode::kDeviceLimit, status.message()));
    }
  }
  std::vector<Misfit> found;
  found.reserve(misfits.size());
  for (auto& [position, verdict] : misfits) found.push_back({position, std::move(verdict)});
  return found;
}

}  // namespace litevk
