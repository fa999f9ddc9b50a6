// The values that planned tensors (ir::Constness::kPlanned) have for the dims of a graph as it is. A plan may
// have other dims, and then other values.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/opset/run_node.h"

namespace litevk {

// Computes values when they are asked for, each once. The graph must outlive it; meanwhile no node may change
// that computes a tensor which was asked for.
class ValuesAtHand {
 public:
  explicit ValuesAtHand(const ir::Graph& graph) : graph_(graph) {}

  // Returns the tensors `ids` as shape functions read them: a planned one that has a value counts as stored.
  std::vector<const ir::Tensor*> Operands(std::span<const ir::TensorId> ids);

 private:
  // Null where unknown dims decide the value, or kernels_ref refuses to compute it.
  const ir::Tensor* Find(ir::TensorId id);
  void Compute(const ir::Node& node);

  const ir::Graph& graph_;
  std::map<ir::TensorId, std::unique_ptr<ref::ComputedTensor>> values_;
};

}  // namespace litevk
