// The values of tensors that dims and constants decide (ir::Constness::kPlanned), computed on kernels_ref.
#pragma once

#include <cstddef>
#include <list>
#include <span>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/opset/kernel.h"

namespace litevk {

// An output of a node with its final dims, and its value.
struct ComputedTensor {
  ir::Tensor tensor;
  std::vector<std::byte> bytes;
};

// Runs the node. A view of `inputs` without bytes has a shape alone.
Result<std::vector<ComputedTensor>> ComputeNode(const ir::Graph& graph, const ir::Node& node,
                                                std::span<const ref::ConstView> inputs);

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
