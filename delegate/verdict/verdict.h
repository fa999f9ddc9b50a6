// Verdicts on the nodes of a graph: the kernel that the delegate can run, or the reason why there is none.
// Reasons come from the operator's own table row if it has one.
#pragma once

#include <span>
#include <vector>

#include "delegate/kernel/judged_graph.h"
#include "delegate/verdict/reasons.h"
#include "runtime/graph/device_limits.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Returns one verdict per node, in execution order. None is supported if ir::CheckNodeOrder refuses the
// graph. The dims of supported nodes' outputs become the inferred ones. Outputs that only constants decide
// become Constness::kFolded, and those that dims decide kPlanned.
std::vector<Verdict> JudgeGraph(ir::Graph& graph, const gpu::DeviceLimits& limits);

// Returns the verdict on one node whose inputs have their final dims and constness. Writes the dims of its
// outputs; if the verdict is negative, they are unspecified. A node is supported while its unknown dims
// (ir::kUnknownDim) may have values for which it is: the verdict on the plan's own dims decides.
Verdict JudgeNode(ir::Graph& graph, const ir::Node& node, const gpu::DeviceLimits& limits);

// Returns the kernels of the verdicts.
NodeKernels KernelsOf(std::span<const Verdict> verdicts);

// Replaces every positive verdict.
void RejectSupported(std::vector<Verdict>& verdicts, const Verdict& verdict);

// True when the node has inputs and all of them are known before the first run.
bool InputsAreKnown(const ir::Graph& graph, const ir::Node& node);
// True when nothing is left to compute in a run: the inputs are known, or the outputs are once there is a
// plan.
bool IsComputedBefore(const ir::Graph& graph, const ir::Node& node);

}  // namespace litevk
