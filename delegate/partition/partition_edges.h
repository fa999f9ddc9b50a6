// What a partition reads and writes at run time, for whoever plans one without an interpreter.
#pragma once

#include <span>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk {

struct PartitionEdges {
  std::vector<ir::TensorId> inputs;
  std::vector<ir::TensorId> outputs;  // that other nodes read, or the graph's user
};

// Returns the edges of the nodes at `positions`, once JudgeGraph has found what is known of the graph's
// tensors.
PartitionEdges EdgesOf(const ir::Graph& graph, std::span<const int> positions,
                       std::span<const ir::TensorId> graph_outputs);

}  // namespace litevk
