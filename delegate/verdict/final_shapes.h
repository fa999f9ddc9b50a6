// The final dims of a partition, which may have been open when it was claimed.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "delegate/verdict/verdict.h"
#include "runtime/base/status.h"
#include "runtime/values/planned_values.h"

namespace litevk {

// A node that the device cannot run in the final dims.
struct RefusedNode {
  int position = 0;  // in ir::Graph::nodes
  Verdict verdict;
};

// The nodes of a plan with final dims.
struct FinalNodes {
  std::vector<RefusedNode> refused_nodes;
  NodeKernels kernels;  // null for refused nodes, and for nodes elsewhere
};

// Returns the nodes at `positions` if `judged` has the plan's own dims: the verdicts of JudgeGraph are then
// final. Returns nothing if a tensor that the nodes read or write is planned, or has unknown dims.
std::optional<FinalNodes> FinalNodesBefore(const JudgedGraph& judged, std::span<const int> positions);

// Infers the dims of every tensor that the nodes at `positions` write, from the final dims of the tensors
// that come from elsewhere. Computes the shapes that the nodes read into `values`, and judges each node
// again. Fails with a diagnostic that names the node if the dims break an operator's rules.
Result<FinalNodes> InferFinalShapes(ir::Graph& graph, std::span<const int> positions,
                                    const gpu::DeviceLimits& limits, PlannedValues& values);

}  // namespace litevk
