// Nodes that write a value of a graph for one reader alone, as passes ask that put several nodes into one.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

class ValueUses {
 public:
  explicit ValueUses(const ir::Graph& graph);

  bool IsRead(ir::TensorId id) const { return reads_[static_cast<size_t>(id)] > 0; }
  // Returns the position of the node that writes a value, where that is read once, by a node or as an output
  // of the graph. Nothing of a value that is absent or newer than this.
  std::optional<size_t> SoleWriterOf(ir::TensorId id) const;
  // Returns the position of the node that writes a tensor, whoever reads it.
  std::optional<size_t> WriterOf(ir::TensorId id) const;
  // Says that another node writes a value from now on.
  void SetWriter(ir::TensorId id, size_t position) { writers_[static_cast<size_t>(id)] = position; }

 private:
  std::vector<std::optional<size_t>> writers_;
  std::vector<size_t> reads_;
};

// Takes the nodes out of a graph that are said to be gone, by position.
void RemoveNodes(const std::vector<bool>& gone, ir::Graph& graph);

}  // namespace litevk::to_onnx
