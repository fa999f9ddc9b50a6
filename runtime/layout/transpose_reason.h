// The reason for a Transpose of a plan, for users.
#pragma once

#include <string>

#include "runtime/ir/graph.h"
#include "runtime/layout/layout_plan.h"

namespace litevk {

// Returns the reason for a Transpose, with equal words for equal reasons: "RESHAPE keeps TFLite's order".
// With 0 elements it is a Reshape, which needs no reason.
std::string ReasonFor(const ir::Graph& graph, const PlannedTranspose& transpose);

}  // namespace litevk
