// Joins rows that RESHAPEs make of images and a CONCATENATION joins, as in the heads of detectors.
#pragma once

#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/layout/layout_plan.h"
#include "runtime/layout/layout_request.h"

namespace litevk::to_onnx {

// Concatenates neighbouring images with equal channels before one RESHAPE makes rows of them, if the plan has
// a Transpose for each. One Transpose is left for all. Tensors with a stated layout stay. Returns true if the
// graph has changed and needs a new plan.
bool JoinRows(const LayoutPlan& plan, const std::vector<NamedLayout>& named, ir::Graph& graph);

}  // namespace litevk::to_onnx
