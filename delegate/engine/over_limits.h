// What a device does not take of a partition although its verdicts said so: how a node is computed decides
// how many workgroups and buffers it needs, which is known when it has been lowered.
#pragma once

#include <vector>

#include "delegate/partition/settle.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/ir/graph_index.h"

namespace litevk {

// The nodes behind dispatches of `lowered` that go beyond the limits, each once, with the sentence
// of its first such dispatch.
std::vector<Misfit> FindOverLimits(const gpu::Graph& lowered, const ir::GraphIndex& index,
                                   const gpu::DeviceLimits& limits);

}  // namespace litevk
