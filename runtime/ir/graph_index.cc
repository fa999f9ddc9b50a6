#include "runtime/ir/graph_index.h"

namespace litevk::ir {

GraphIndex::GraphIndex(const Graph& graph)
    : producers(graph.tensors.size(), -1), consumers(graph.tensors.size()) {
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const int position = static_cast<int>(i);
    positions[graph.nodes[i].index] = position;
    for (const TensorId id : graph.nodes[i].inputs) {
      if (id == kAbsent) continue;
      auto& readers = consumers[static_cast<size_t>(id)];
      if (readers.empty() || readers.back() != position) readers.push_back(position);
    }
    for (const TensorId id : graph.nodes[i].outputs) {
      if (id != kAbsent) producers[static_cast<size_t>(id)] = position;
    }
  }
}

}  // namespace litevk::ir
