// Who writes and who reads each tensor of a graph. Made once for a graph, since nodes keep their places, and
// handed on: whoever looks for it among all nodes takes a time that grows with the square of their number.
#pragma once

#include <unordered_map>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk::ir {

struct GraphIndex {
  explicit GraphIndex(const Graph& graph);

  int ProducerOf(TensorId id) const { return producers[static_cast<size_t>(id)]; }
  const std::vector<int>& ConsumersOf(TensorId id) const { return consumers[static_cast<size_t>(id)]; }

  // By TensorId, the position of the node that writes it; -1 where none does.
  std::vector<int> producers;
  // By TensorId, the positions of the nodes that read it, ascending, a node once however often it reads it.
  std::vector<std::vector<int>> consumers;
  // By TFLite's index of a node, its position.
  std::unordered_map<int, int> positions;
};

}  // namespace litevk::ir
