// The Transposes that the orders of a plan ask for.
#pragma once

#include "runtime/layout/layout_graph.h"

namespace litevk {

// Fills LayoutPlan::transposes from the plan's other fields.
void ListTransposes(const LayoutGraph& graph, LayoutPlan& plan);

}  // namespace litevk
