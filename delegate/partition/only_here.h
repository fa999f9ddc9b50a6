// Nodes that no estimate leaves to the interpreter, which cannot run them.
#pragma once

#include <vector>

#include "delegate/partition/cpu_rates.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Returns by position whether the interpreter cannot run the node. `has_no_kernel`, by position: no kernel is
// registered with the interpreter. TFLite's own kernels fail at some nodes that a device takes
// (OpInfo::tflite_fails), litevk's do not. A default delegate such as XNNPACK may take such nodes, but no
// delegate can ask whether there will be one.
std::vector<bool> FindOnlyHere(const ir::Graph& graph, const std::vector<bool>& has_no_kernel,
                               CpuKernels cpu);

}  // namespace litevk
