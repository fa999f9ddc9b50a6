// The values of planned tensors (ir::Constness::kPlanned) for the current dims of a graph. A plan may have
// other dims, and then other values.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/opset/run_node.h"

namespace litevk {

// Computes values on demand, each once. The graph must outlive this object, and nodes that compute requested
// tensors must not change.
class ValuesAtHand {
 public:
  explicit ValuesAtHand(const ir::Graph& graph) : graph_(graph) {}

  // Returns the tensors `ids` for shape functions: a planned one that has a value counts as stored.
  std::vector<const ir::Tensor*> Operands(std::span<const ir::TensorId> ids);

 private:
  // Returns null if the value depends on unknown dims, or kernels_ref refuses to compute it.
  const ir::Tensor* Find(ir::TensorId id);
  void Compute(const ir::Node& node);

  const ir::Graph& graph_;
  std::map<ir::TensorId, std::unique_ptr<ref::ComputedTensor>> values_;
};

}  // namespace litevk
