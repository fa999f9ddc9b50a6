// Rows that RESHAPEs make of images, and that a CONCATENATION joins: the heads of detectors.
#pragma once

#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/layout/layout_plan.h"

namespace litevk::to_onnx {

// Joins neighbouring images of as many channels before a RESHAPE makes rows of them, where the plan has a
// Transpose for each: one for all of them is left. Tensors of stated layouts stay. Returns whether the graph
// has changed, so that the plan is to be made again.
bool JoinRows(const LayoutPlan& plan, const std::vector<NamedLayout>& named, ir::Graph& graph);

}  // namespace litevk::to_onnx
