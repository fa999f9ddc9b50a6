// The Transposes that the orders of a plan ask for.
#pragma once

#include "runtime/layout/node_choices.h"

namespace litevk {

// Fills LayoutPlan::transposes from the plan's other fields.
void ListTransposes(const LayoutGraph& graph, const NodeChoices& choices, LayoutPlan& plan);

}  // namespace litevk
