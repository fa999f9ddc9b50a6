#include "delegate/engine/over_limits.h"

#include <algorithm>

#include "runtime/exec/graph_check.h"

namespace litevk {

std::vector<Misfit> FindOverLimits(const gpu::Graph& lowered, const ir::Graph& graph,
                                   const gpu::DeviceLimits& limits) {
  std::vector<Misfit> misfits;
  for (const gpu::Dispatch& dispatch : lowered.dispatches) {
    const Status status = CheckDispatch(lowered, dispatch, limits);
    if (status.ok()) continue;
    std::vector<int> nodes = dispatch.fused_nodes;
    nodes.push_back(dispatch.source_node);
    for (size_t position = 0; position < graph.nodes.size(); ++position) {
      if (std::ranges::find(nodes, graph.nodes[position].index) == nodes.end()) continue;
      const int at = static_cast<int>(position);
      if (std::ranges::find(misfits, at, &Misfit::position) != misfits.end()) continue;
      misfits.push_back({at, Reject(ReasonCode::kDeviceLimit, status.message())});
    }
  }
  std::ranges::sort(misfits, {}, &Misfit::position);
  return misfits;
}

}  // namespace litevk
