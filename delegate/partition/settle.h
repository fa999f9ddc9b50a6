// A partition's dims made final: what it was claimed with may have been open.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "delegate/partition/verdict.h"
#include "runtime/base/status.h"
#include "runtime/values/planned_values.h"

namespace litevk {

// A node that the device cannot run in the final dims.
struct Misfit {
  int position = 0;  // in ir::Graph::nodes
  Verdict verdict;
};

// What a plan knows of its nodes.
struct SettledNodes {
  std::vector<Misfit> misfits;
  NodeKernels kernels;  // null for those, and for nodes elsewhere
};

// Returns what a plan knows of the nodes at `positions` where `judged` has the plan's own dims: the verdicts
// of JudgeGraph are then final. Nothing where a tensor that the nodes read or write is planned, or has
// unknown dims.
std::optional<SettledNodes> SettledBefore(const JudgedGraph& judged, std::span<const int> positions);

// Infers the dims of every tensor that the nodes at `positions` write, from those of the tensors that come
// from elsewhere, which are final; computes the shapes that they read into `values`; and judges each node
// again. Fails with a sentence that names the node where the dims break an operator's rules.
Result<SettledNodes> SettleShapes(ir::Graph& graph, std::span<const int> positions,
                                  const gpu::DeviceLimits& limits, PlannedValues& values);

}  // namespace litevk
