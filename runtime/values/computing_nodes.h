// Finds the nodes that compute a tensor that is known before a run.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk {

// Returns true if an input of `reader` has to be computed too.
using FollowsInput = std::function<bool(const ir::Node& reader, ir::TensorId input)>;

// Returns the positions, in execution order, of the nodes that compute the tensors `ids`, which are kFolded
// or kPlanned. Includes the nodes of their inputs for which `follows` is true. Not recursive, since a chain
// may be as long as the model.
std::vector<int> ComputingNodes(const ir::Graph& graph, std::span<const ir::TensorId> ids,
                                const FollowsInput& follows);

}  // namespace litevk
