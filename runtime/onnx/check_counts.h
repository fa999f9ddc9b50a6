// Refuses damaged models before any step reads a tensor by its place.
#pragma once

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/opset/op_info.h"

namespace litevk::to_onnx {

// Fails where a node of any subgraph has other numbers of inputs or outputs than its operator, or the
// subgraph that it calls, takes; where one that has to be there is absent; and where an edge of a subgraph
// is.
Status CheckCounts(const ir::Program& program);

// Says whether nodes of the operator pass their inputs to a subgraph and give its results, as those of IF and
// WHILE do.
bool PassesOperands(const OpInfo& info);

}  // namespace litevk::to_onnx
