// The dims of a node's outputs, by the rule of the operator's record, and whether the rank of its inputs is
// known.
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

// Whether the operator's record has a rule, and the node's parameters and types are such that it may be
// asked.
bool HasShapeRule(const ir::Graph& graph, const ir::Node& node);

// Returns the dims that the rule of the operator's kernel gives the node's outputs. The operator has a record
// with such a rule. `values` are the graph's.
Result<std::vector<ir::Shape>> InferredShapes(const ir::Graph& graph, const ir::Node& node,
                                              ValuesAtHand& values);
// Writes them.
Status InferShapes(ir::Graph& graph, const ir::Node& node, ValuesAtHand& values);
// Writes what can be told of the outputs of a node that stays with the interpreter, and that others may read.
void InferShapesElsewhere(ir::Graph& graph, const ir::Node& node, ValuesAtHand& values);

}  // namespace litevk
