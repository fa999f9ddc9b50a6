// Dims for estimates: a model may leave some open, and the work depends on them.
#pragma once

#include <optional>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk {

// Returns the dims of every tensor, by id.
std::vector<ir::Shape> DimsOf(const ir::Graph& graph);

// Returns a copy of a graph that JudgeGraph has seen, with no unknown dim; none if all are known. An unknown
// dim becomes that of `at_hand`, the interpreter's dims when it asks a delegate, or 1. Nodes' outputs have
// the dims that follow.
std::optional<ir::Graph> SizeOpenDims(const ir::Graph& graph, const std::vector<ir::Shape>& at_hand);

}  // namespace litevk
