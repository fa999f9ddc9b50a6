// Nodes that no estimate leaves to the interpreter, which cannot run them.
#pragma once

#include <vector>

#include "delegate/partition/partition_cost.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Returns by position whether the interpreter cannot run the node. `has_no_kernel`, by position: none is
// registered with it. XNNPACK may take such a node all the same. TFLite's own kernels end the process at some
// nodes, or make wrong numbers of them (docs/NUMERICS.md); litevk's do not.
std::vector<bool> FindOnlyHere(const ir::Graph& graph, const std::vector<bool>& has_no_kernel,
                               CpuKernels cpu);

}  // namespace litevk
