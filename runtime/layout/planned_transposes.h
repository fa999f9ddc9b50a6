// Lists the Transposes that the orders of a plan require.
#pragma once

#include "runtime/layout/layout_plan.h"
#include "runtime/layout/node_choices.h"

namespace litevk {

// Fills LayoutPlan::transposes from the plan's other fields.
void ListTransposes(const LayoutGraph& graph, const NodeChoices& choices, LayoutPlan& plan);

}  // namespace litevk
