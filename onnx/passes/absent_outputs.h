// Adds tensors for outputs that nodes omit.
#pragma once

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Gives each output that a node omits, but a subgraph computes, a tensor without readers. The counts of the
// program's operands must have been checked.
void AddAbsentOutputs(ir::Program& program);

}  // namespace litevk::to_onnx
