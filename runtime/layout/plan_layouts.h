// Plans the layout in which each tensor of a graph is written and read, for a format whose operators are
// channels-first. For the algorithm, see docs/design/layouts.md.
#pragma once

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/layout/layout_plan.h"
#include "runtime/layout/layout_request.h"

namespace litevk {

// Fails if the request names a tensor that the graph lacks, an invalid layout, or contradictory layouts.
Result<LayoutPlan> PlanLayouts(const ir::Graph& graph, const LayoutRequest& request);

}  // namespace litevk
