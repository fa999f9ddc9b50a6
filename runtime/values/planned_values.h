// The values of tensors that dims and constants decide (ir::Constness::kPlanned), computed on kernels_ref.
#pragma once

#include <cstddef>
#include <list>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Makes tensors of one graph constants. Must outlive what reads the graph.
class PlannedValues {
 public:
  // Computes tensor `id`, which is kPlanned, and those that it is computed from: they become kStored, with
  // bytes that this object owns. The tensors whose shapes they hold have their final dims.
  Status Evaluate(ir::Graph& graph, ir::TensorId id);

 private:
  Status Run(ir::Graph& graph, const ir::Node& node);

  std::list<std::vector<std::byte>> storage_;
};

}  // namespace litevk
