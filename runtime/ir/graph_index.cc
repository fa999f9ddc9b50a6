#include "runtime/ir/graph_index.h"

#include <algorithm>

namespace litevk::ir {

GraphIndex::GraphIndex(const Graph& graph) : GraphIndex(graph.tensors.size()) {
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const int position = static_cast<int>(i);
    positions[graph.nodes[i].index] = position;
    AddNode(position, graph.nodes[i].inputs, graph.nodes[i].outputs);
  }
  AddOutputs(graph.outputs);
}

GraphIndex::GraphIndex(size_t tensor_count)
    : producers(tensor_count, -1), consumers(tensor_count), reads(tensor_count), outputs(tensor_count) {}

GraphIndex::GraphIndex(const Graph& graph, std::span<const int> nodes, std::span<const TensorId> returned)
    : GraphIndex(graph.tensors.size()) {
  for (const int position : nodes) {
    const Node& node = graph.nodes[static_cast<size_t>(position)];
    AddNode(position, node.inputs, node.outputs);
  }
  AddOutputs(returned);
}

void GraphIndex::AddTensor() {
  producers.push_back(-1);
  consumers.emplace_back();
  reads.push_back(0);
  outputs.push_back(0);
}

void GraphIndex::AddOutputs(std::span<const TensorId> ids) {
  for (const TensorId id : ids) {
    if (id != kAbsent) ++outputs[static_cast<size_t>(id)];
  }
}

void GraphIndex::AddNode(int position, std::span<const TensorId> inputs, std::span<const TensorId> results) {
  for (const TensorId id : inputs) {
    if (id == kAbsent) continue;
    ++reads[static_cast<size_t>(id)];
    auto& readers = consumers[static_cast<size_t>(id)];
    if (readers.empty() || readers.back() < position) {
      readers.push_back(position);
      continue;
    }
    const auto offset = std::ranges::lower_bound(readers, position);
    if (*offset != position) readers.insert(offset, position);
  }
  for (const TensorId id : results) {
    if (id != kAbsent) producers[static_cast<size_t>(id)] = position;
  }
}

void GraphIndex::RemoveNode(int position, std::span<const TensorId> inputs,
                            std::span<const TensorId> results) {
  for (const TensorId id : inputs) {
    if (id == kAbsent) continue;
    --reads[static_cast<size_t>(id)];
    std::erase(consumers[static_cast<size_t>(id)], position);
  }
  for (const TensorId id : results) {
    // Another node may write the tensor by now.
    if (id != kAbsent && producers[static_cast<size_t>(id)] == position) {
      producers[static_cast<size_t>(id)] = -1;
    }
  }
}

}  // namespace litevk::ir
