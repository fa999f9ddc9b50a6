#include "runtime/ir/graph_rewriter.h"

#include <algorithm>
#include <utility>

namespace litevk::ir {

GraphRewriter::GraphRewriter(Graph& graph)
    : graph_(graph), index_(graph), is_removed_(graph.nodes.size()), begin_of_inserted_(graph.nodes.size()) {}

std::optional<size_t> GraphRewriter::ProducerOf(TensorId id) const {
  if (id == kAbsent || index_.ProducerOf(id) < 0) return std::nullopt;
  return static_cast<size_t>(index_.ProducerOf(id));
}

std::optional<size_t> GraphRewriter::SingleUseProducerOf(TensorId id) const {
  return id == kAbsent || UsesOf(id) != 1 ? std::nullopt : ProducerOf(id);
}

TensorId GraphRewriter::AddTensor(Tensor tensor) {
  graph_.tensors.push_back(std::move(tensor));
  index_.AddTensor();
  return static_cast<TensorId>(graph_.tensors.size()) - 1;
}

void GraphRewriter::Enter(size_t position) {
  index_.AddNode(static_cast<int>(position), node(position).inputs, node(position).outputs);
}

void GraphRewriter::Leave(size_t position) {
  index_.RemoveNode(static_cast<int>(position), node(position).inputs, node(position).outputs);
}

size_t GraphRewriter::InsertBefore(size_t position, Node node) {
  const size_t inserted = graph_.nodes.size();
  graph_.nodes.push_back(std::move(node));
  is_removed_.push_back(false);
  inserted_[position].push_back(inserted);
  Enter(inserted);
  return inserted;
}

void GraphRewriter::ReplaceNode(size_t position, Node node) {
  Leave(position);
  graph_.nodes[position] = std::move(node);
  Enter(position);
}

void GraphRewriter::SetInput(size_t position, size_t input, TensorId id) {
  Leave(position);
  graph_.nodes[position].inputs[input] = id;
  Enter(position);
}

void GraphRewriter::SetOutput(size_t position, size_t output, TensorId id) {
  Leave(position);
  graph_.nodes[position].outputs[output] = id;
  Enter(position);
}

void GraphRewriter::RemoveNode(size_t position) {
  if (is_removed_[position]) return;
  Leave(position);
  is_removed_[position] = true;
}

void GraphRewriter::ReplaceAllUses(TensorId from, TensorId to) {
  const std::vector<int> readers = ConsumersOf(from);
  for (const int reader : readers) {
    const auto position = static_cast<size_t>(reader);
    Leave(position);
    std::ranges::replace(graph_.nodes[position].inputs, from, to);
    Enter(position);
  }
  std::ranges::replace(graph_.outputs, from, to);
  index_.outputs[static_cast<size_t>(to)] += std::exchange(index_.outputs[static_cast<size_t>(from)], 0);
}

void GraphRewriter::Take(size_t position, std::vector<Node>& nodes) {
  const auto before = inserted_.find(position);
  if (before != inserted_.end()) {
    for (const size_t inserted : before->second) Take(inserted, nodes);
  }
  if (!is_removed_[position]) nodes.push_back(std::move(graph_.nodes[position]));
}

void GraphRewriter::Finish() {
  const bool is_unchanged = inserted_.empty() && std::ranges::find(is_removed_, true) == is_removed_.end();
  if (is_unchanged) return;
  std::vector<Node> nodes;
  nodes.reserve(graph_.nodes.size());
  for (size_t position = 0; position < begin_of_inserted_; ++position) Take(position, nodes);
  graph_.nodes = std::move(nodes);
  inserted_.clear();
  begin_of_inserted_ = graph_.nodes.size();
  is_removed_.assign(begin_of_inserted_, false);
  index_ = GraphIndex(graph_);
}

}  // namespace litevk::ir
