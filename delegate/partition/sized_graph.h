// Dims for estimates: a model may leave some open, and what the work is depends on them.
#pragma once

#include <optional>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk {

// The dims of every tensor, by id.
std::vector<ir::Shape> DimsOf(const ir::Graph& graph);

// A copy of a graph that JudgeGraph has seen, in which no dim is unknown: those that are have the value that
// `at_hand`, the interpreter's dims when it asks a delegate, has for them, or 1, and what nodes write has the
// dims that follow. None where nothing is unknown.
std::optional<ir::Graph> SizeOpenDims(const ir::Graph& graph, const std::vector<ir::Shape>& at_hand);

}  // namespace litevk
