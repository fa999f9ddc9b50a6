// Which nodes compute a tensor that is known before a run.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk {

// Decides whether a tensor that `reader` reads has to be computed too.
using FollowsInput = std::function<bool(const ir::Node& reader, ir::TensorId input)>;

// Returns the positions, in execution order, of the nodes that compute the tensors `ids`, which are kFolded
// or kPlanned, and whatever `follows` says of what these nodes read. A chain may be as long as the model, so
// that nothing here calls itself.
std::vector<int> ComputingNodes(const ir::Graph& graph, std::span<const ir::TensorId> ids,
                                const FollowsInput& follows);

}  // namespace litevk
