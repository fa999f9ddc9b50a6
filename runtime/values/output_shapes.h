// The dims of a node's outputs, by the rule of the operator's record, and checks that the rank of its inputs
// is known.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/values/values_at_hand.h"

namespace litevk {

// Returns the first input of the node whose rank is not known yet (ir::Tensor::has_rank).
std::optional<size_t> InputWithoutRank(const ir::Graph& graph, const ir::Node& node);

// True if the operator's record has a rule, and the node's parameters and types allow its use.
bool HasShapeRule(const ir::Graph& graph, const ir::Node& node);

// Returns the dims of the node's outputs by the rule of its operator's record, which must have one. `values`
// belong to the graph.
Result<std::vector<ir::Shape>> InferredShapes(const ir::Graph& graph, const ir::Node& node,
                                              ValuesAtHand& values);
// Sets the inferred dims of the node's outputs.
Status InferShapes(ir::Graph& graph, const ir::Node& node, ValuesAtHand& values);
// Sets the known dims of the outputs of a node that stays with the interpreter, since other nodes may read
// them.
void InferShapesElsewhere(ir::Graph& graph, const ir::Node& node, ValuesAtHand& values);

}  // namespace litevk
