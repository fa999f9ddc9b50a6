// Plans that need less memory than the usual one, tried in turn where there is no more
// (docs/design/recovery.md).
#pragma once

#include <string>
#include <vector>

#include "delegate/engine/program.h"
#include "delegate/verdict/final_shapes.h"
#include "runtime/graph/device_limits.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Returns limits with which no algorithm takes scratch memory, or larger weights, to be faster.
gpu::DeviceLimits WithoutScratch(gpu::DeviceLimits limits);

// Returns the largest nodes of the partition that the CPU can run, in execution order, refused because of
// `why`. They have at least `share` of the bytes of all weights and results.
std::vector<RefusedNode> LargestNodes(const ir::Graph& graph, const Partition& partition, double share,
                                      const std::string& why);

}  // namespace litevk
