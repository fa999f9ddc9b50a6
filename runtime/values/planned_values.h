// Computes tensors that follow from dims and constants (ir::Constness::kPlanned) on kernels_ref.
#pragma once

#include <cstddef>
#include <list>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Turns tensors of one graph into constants. Must outlive the graph's readers.
class PlannedValues {
 public:
  // Computes tensor `id`, which is kPlanned, and the planned tensors that it depends on. They become kStored,
  // with bytes that this object owns. Tensors whose shapes they hold must have their final dims.
  Status Evaluate(ir::Graph& graph, ir::TensorId id);

 private:
  Status Run(ir::Graph& graph, const ir::Node& node);

  std::list<std::vector<std::byte>> storage_;
};

}  // namespace litevk
