// Fusion: the choice of a partition's nodes that become part of another node's dispatch.
#pragma once

#include <span>
#include <vector>

#include "delegate/fuse/fused_node.h"

namespace litevk {

// Returns the partition's nodes as dispatch roots in execution order, each with what was fused into it. Nodes
// whose outputs are all known are left out. `outputs` are the partition's runtime outputs: a tensor among
// them must exist in memory, so no chain passes over it.
// With `enable` false every node stays a root of its own.
std::vector<FusedNode> Fuse(const JudgedGraph& judged, std::span<const int> positions,
                            std::span<const ir::TensorId> outputs, bool enable);

}  // namespace litevk
