// The writers and readers of each tensor of a graph. Made once and passed on, since the nodes keep their
// positions. Searching all nodes for each tensor would take quadratic time.
#pragma once

#include <unordered_map>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk::ir {

struct GraphIndex {
  explicit GraphIndex(const Graph& graph);

  int ProducerOf(TensorId id) const { return producers[static_cast<size_t>(id)]; }
  const std::vector<int>& ConsumersOf(TensorId id) const { return consumers[static_cast<size_t>(id)]; }

  // Position of the node that writes each tensor, indexed by TensorId; -1 if there is none.
  std::vector<int> producers;
  // Ascending positions of the nodes that read each tensor, indexed by TensorId. A node that reads it
  // repeatedly is listed once.
  std::vector<std::vector<int>> consumers;
  // Positions keyed by the TFLite index of the node.
  std::unordered_map<int, int> positions;
};

}  // namespace litevk::ir
