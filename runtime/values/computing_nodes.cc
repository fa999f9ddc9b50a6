#include "runtime/values/computing_nodes.h"

#include <algorithm>
#include <unordered_set>

namespace litevk {

std::vector<int> ComputingNodes(const ir::Graph& graph, std::span<const ir::TensorId> ids,
                                const FollowsInput& follows) {
  std::unordered_set<int> found;
  std::vector<int> todo;
  const auto add = [&](ir::TensorId id) {
    const int position = graph.tensor(id).computed_by;
    if (position >= 0 && found.insert(position).second) todo.push_back(position);
  };
  std::ranges::for_each(ids, add);
  while (!todo.empty()) {
    const ir::Node& node = graph.nodes[static_cast<size_t>(todo.back())];
    todo.pop_back();
    for (const ir::TensorId id : node.inputs) {
      if (id != ir::kAbsent && follows(node, id)) add(id);
    }
  }
  std::vector<int> positions(found.begin(), found.end());
  std::ranges::sort(positions);
  return positions;
}

}  // namespace litevk
