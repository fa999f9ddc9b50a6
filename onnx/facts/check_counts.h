// Refuses damaged models before any step accesses an operand by its index.
#pragma once

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/opset/op_info.h"

namespace litevk::to_onnx {

// Fails if a node of any subgraph does not match its operator or the subgraph that it calls. Their numbers of
// inputs and outputs must agree, and required operands, and the subgraphs' own, must be present.
Status CheckCounts(const ir::Program& program);

// True if nodes of the operator pass their inputs to a subgraph and return its results, as IF and WHILE do.
bool PassesOperands(const OpInfo& info);

}  // namespace litevk::to_onnx
