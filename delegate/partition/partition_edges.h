// Tensors that a partition reads and writes at run time, for code that plans one without an interpreter.
#pragma once

#include <span>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk {

struct PartitionEdges {
  std::vector<ir::TensorId> inputs;
  std::vector<ir::TensorId> outputs;  // read by other nodes, or by the graph's user
};

// Returns the edges of the nodes at `positions`. JudgeGraph must have found what is known of the graph's
// tensors.
PartitionEdges EdgesOf(const ir::Graph& graph, std::span<const int> positions,
                       std::span<const ir::TensorId> graph_outputs);

}  // namespace litevk
