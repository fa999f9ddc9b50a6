#include "onnx/passes/value_uses.h"

#include <algorithm>

namespace litevk::to_onnx {

ValueUses::ValueUses(const ir::Graph& graph) : writers_(graph.tensors.size()), reads_(graph.tensors.size()) {
  for (size_t position = 0; position < graph.nodes.size(); ++position) {
    // A file may omit operands and results.
    for (const ir::TensorId id : graph.nodes[position].outputs) {
      if (id != ir::kAbsent) SetWriter(id, position);
    }
    for (const ir::TensorId id : graph.nodes[position].inputs) {
      if (id != ir::kAbsent) ++reads_[static_cast<size_t>(id)];
    }
  }
  for (const ir::TensorId id : graph.outputs) ++reads_[static_cast<size_t>(id)];
}

std::optional<size_t> ValueUses::SoleWriterOf(ir::TensorId id) const {
  const auto index = static_cast<size_t>(id);
  if (id == ir::kAbsent || index >= reads_.size() || reads_[index] != 1) return std::nullopt;
  return writers_[index];
}

std::optional<size_t> ValueUses::WriterOf(ir::TensorId id) const {
  const auto index = static_cast<size_t>(id);
  return id == ir::kAbsent || index >= writers_.size() ? std::nullopt : writers_[index];
}

void RemoveNodes(const std::vector<bool>& gone, ir::Graph& graph) {
  size_t position = 0;
  std::erase_if(graph.nodes, [&](const ir::Node&) { return gone[position++]; });
}

}  // namespace litevk::to_onnx
