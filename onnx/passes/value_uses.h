// Writers and readers of a graph's values, for passes that join several nodes to one.
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
  // Returns the position of the node that writes a value with exactly one reader, a node or an output of the
  // graph. Nothing for a value that is absent or newer than this object.
  std::optional<size_t> SoleWriterOf(ir::TensorId id) const;
  // Returns the position of the node that writes a tensor, whatever its readers.
  std::optional<size_t> WriterOf(ir::TensorId id) const;
  // Records that another node writes a value from now on.
  void SetWriter(ir::TensorId id, size_t position) { writers_[static_cast<size_t>(id)] = position; }

 private:
  std::vector<std::optional<size_t>> writers_;
  std::vector<size_t> reads_;
};

// Removes the nodes whose positions are marked as gone.
void RemoveNodes(const std::vector<bool>& gone, ir::Graph& graph);

}  // namespace litevk::to_onnx
