// Nodes of a partition that the device does not take, although their own verdicts said so. The workgroups and
// buffers that a node needs depend on the algorithm, and are known when the node has been lowered.
#pragma once

#include <vector>

#include "delegate/engine/options.h"
#include "delegate/kernel/judged_graph.h"
#include "delegate/verdict/final_shapes.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/ir/graph_index.h"

namespace litevk {

// Returns the nodes behind dispatches of `lowered` that go beyond the limits, each once, with the diagnostic
// of its first such dispatch.
std::vector<RefusedNode> FindOverLimits(const gpu::Graph& lowered, const ir::GraphIndex& index,
                                        const gpu::DeviceLimits& limits);

// Lowers each partition as its plan will, with the dims of `sized` where the judged graph's are open. Rejects
// in `verdicts` the nodes that go beyond the limits. Returns true if there were any.
bool RejectOverLimits(const JudgedGraph& judged, const ir::GraphIndex& index, const ir::Graph& sized,
                      const std::vector<std::vector<int>>& partitions, const Options& options,
                      std::vector<Verdict>& verdicts);

}  // namespace litevk
