// Changes the nodes of a graph and keeps the producers and consumers of its tensors valid meanwhile. Passes
// and the merging of nodes ask and change a graph through it.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/ir/graph_index.h"

namespace litevk::ir {

// Positions stay valid until Finish(): a removed node keeps its own, and an inserted node gets the next one
// behind all others. References to nodes and tensors are valid until the next one is added.
class GraphRewriter {
 public:
  explicit GraphRewriter(Graph& graph);

  const Graph& graph() const { return graph_; }
  // Returns the graph, for changes of its tensors alone.
  Graph& graph() { return graph_; }
  // Returns the number of positions, including those of inserted and removed nodes.
  size_t size() const { return graph_.nodes.size(); }
  const Node& node(size_t position) const { return graph_.nodes[position]; }
  Tensor& tensor(TensorId id) { return graph_.tensor(id); }
  const Tensor& tensor(TensorId id) const { return graph_.tensor(id); }

  // Returns the position of the node that writes a tensor; nothing if there is none or the tensor is absent.
  std::optional<size_t> ProducerOf(TensorId id) const;
  // Returns the position of the node that writes a tensor with exactly one use, by an operand or an output of
  // the graph.
  std::optional<size_t> SingleUseProducerOf(TensorId id) const;
  const std::vector<int>& ConsumersOf(TensorId id) const { return index_.ConsumersOf(id); }
  int UsesOf(TensorId id) const { return index_.UsesOf(id); }
  // Returns how many operands of nodes are the tensor.
  int ReadsOf(TensorId id) const { return index_.reads[static_cast<size_t>(id)]; }

  TensorId AddTensor(Tensor tensor);
  // Inserts a node before another one, and behind those that were inserted there earlier. Returns its
  // position.
  size_t InsertBefore(size_t position, Node node);
  void ReplaceNode(size_t position, Node node);
  void SetParams(size_t position, const Params& params) { graph_.nodes[position].params = params; }
  void SetInput(size_t position, size_t input, TensorId id);
  void SetOutput(size_t position, size_t output, TensorId id);
  void RemoveNode(size_t position);
  // Lets nodes and outputs of the graph that use a tensor use another one.
  void ReplaceAllUses(TensorId from, TensorId to);

  // Puts inserted nodes in their places and drops removed ones.
  void Finish();

 private:
  void Enter(size_t position);
  void Leave(size_t position);
  void Take(size_t position, std::vector<Node>& nodes);

  Graph& graph_;
  GraphIndex index_;
  std::vector<bool> is_removed_;                    // by position
  std::map<size_t, std::vector<size_t>> inserted_;  // positions of the nodes inserted before each
  size_t begin_of_inserted_;
};

}  // namespace litevk::ir
