#include "delegate/partition/partition_edges.h"

#include <set>

namespace litevk {

PartitionEdges EdgesOf(const ir::Graph& graph, std::span<const int> positions,
                       std::span<const ir::TensorId> graph_outputs) {
  const std::set<int> own(positions.begin(), positions.end());
  std::set<ir::TensorId> written;
  std::set<ir::TensorId> read;
  std::set<ir::TensorId> needed(graph_outputs.begin(), graph_outputs.end());
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const ir::Node& node = graph.nodes[i];
    const bool is_own = own.contains(static_cast<int>(i));
    (is_own ? read : needed).insert(node.inputs.begin(), node.inputs.end());
    if (is_own) written.insert(node.outputs.begin(), node.outputs.end());
  }
  const auto runs = [&](ir::TensorId id) { return id != ir::kAbsent && !graph.tensor(id).is_known(); };
  PartitionEdges edges;
  for (const ir::TensorId id : read) {
    if (runs(id) && !written.contains(id)) edges.inputs.push_back(id);
  }
  for (const ir::TensorId id : written) {
    if (runs(id) && needed.contains(id)) edges.outputs.push_back(id);
  }
  return edges;
}

}  // namespace litevk
