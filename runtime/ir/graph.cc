#include "runtime/ir/graph.h"

namespace litevk::ir {

std::vector<int> Producers(const Graph& graph) {
  std::vector<int> producers(graph.tensors.size(), -1);
  for (size_t position = 0; position < graph.nodes.size(); ++position) {
    for (const TensorId id : graph.nodes[position].outputs) {
      if (id != kAbsent) producers[static_cast<size_t>(id)] = static_cast<int>(position);
    }
  }
  return producers;
}

std::vector<std::vector<int>> Consumers(const Graph& graph) {
  std::vector<std::vector<int>> consumers(graph.tensors.size());
  for (size_t position = 0; position < graph.nodes.size(); ++position) {
    for (const TensorId id : graph.nodes[position].inputs) {
      if (id == kAbsent) continue;
      auto& readers = consumers[static_cast<size_t>(id)];
      if (readers.empty() || readers.back() != static_cast<int>(position)) {
        readers.push_back(static_cast<int>(position));
      }
    }
  }
  return consumers;
}

std::vector<const Tensor*> TensorsOf(const Graph& graph, std::span<const TensorId> ids) {
  std::vector<const Tensor*> tensors;
  tensors.reserve(ids.size());
  for (const TensorId id : ids) tensors.push_back(id == kAbsent ? nullptr : &graph.tensor(id));
  return tensors;
}

std::vector<int> StoredInts(const Tensor& tensor) {
  if (tensor.constness != Constness::kStored || tensor.type != DataType::kInt32) return {};
  std::vector<int> values(tensor.data.size() / sizeof(int));
  if (!values.empty()) std::memcpy(values.data(), tensor.data.data(), values.size() * sizeof(int));
  return values;
}

}  // namespace litevk::ir
