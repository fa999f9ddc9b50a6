// The producers and consumers of each tensor of a graph, or of some of its nodes. Searching all nodes for
// each tensor would take quadratic time. GraphRewriter keeps an index valid while nodes change.
#pragma once

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk::ir {

struct GraphIndex {
  // An index of all nodes and outputs of the graph.
  explicit GraphIndex(const Graph& graph);
  // An index of so many tensors, without nodes.
  explicit GraphIndex(size_t tensor_count);
  // An index of some nodes of the graph and of the tensors that these return, without `positions`.
  GraphIndex(const Graph& graph, std::span<const int> nodes, std::span<const TensorId> returned);

  int ProducerOf(TensorId id) const { return producers[static_cast<size_t>(id)]; }
  const std::vector<int>& ConsumersOf(TensorId id) const { return consumers[static_cast<size_t>(id)]; }
  // True if the tensor is an output of the graph or part.
  bool IsOutput(TensorId id) const { return outputs[static_cast<size_t>(id)] > 0; }
  // Returns how often nodes and outputs use the tensor. A node that reads it twice counts twice.
  int UsesOf(TensorId id) const { return reads[static_cast<size_t>(id)] + outputs[static_cast<size_t>(id)]; }

  void AddTensor();
  void AddOutputs(std::span<const TensorId> ids);
  // Adds a node with these operands. Absent ones are ignored.
  void AddNode(int position, std::span<const TensorId> inputs, std::span<const TensorId> results);
  // Removes a node that was added with these operands.
  void RemoveNode(int position, std::span<const TensorId> inputs, std::span<const TensorId> results);

  // Position of the node that writes each tensor, indexed by TensorId; -1 if there is none.
  std::vector<int> producers;
  // Ascending positions of the nodes that read each tensor, indexed by TensorId. A node that reads it
  // repeatedly is listed once.
  std::vector<std::vector<int>> consumers;
  std::vector<int> reads;    // by TensorId, number of operands of nodes
  std::vector<int> outputs;  // by TensorId, number of outputs of the graph
  // Positions keyed by the TFLite index of the node.
  std::unordered_map<int, int> positions;
};

}  // namespace litevk::ir
