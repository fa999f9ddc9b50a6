// Nodes of a partition that a device does not take, although its nodes' own verdicts said so: how a node is
// computed decides how many workgroups and buffers it needs, which is known when it has been lowered.
#pragma once

#include <vector>

#include "delegate/engine/options.h"
#include "delegate/kernel/judged_graph.h"
#include "delegate/partition/settle.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/ir/graph_index.h"

namespace litevk {

// The nodes behind dispatches of `lowered` that go beyond the limits, each once, with the sentence
// of its first such dispatch.
std::vector<Misfit> FindOverLimits(const gpu::Graph& lowered, const ir::GraphIndex& index,
                                   const gpu::DeviceLimits& limits);

// Lowers each partition as its plan will, with the dims of `sized` where the judged graph's are open, and
// rejects in `verdicts` the nodes that go beyond the limits. Returns whether there were any.
bool RejectOverLimits(const JudgedGraph& judged, const ir::GraphIndex& index, const ir::Graph& sized,
                      const std::vector<std::vector<int>>& partitions, const Options& options,
                      std::vector<Verdict>& verdicts);

}  // namespace litevk
