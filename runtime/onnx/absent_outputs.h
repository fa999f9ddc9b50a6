// Outputs that nodes leave out.
#pragma once

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Gives each output that a node leaves out, and that a subgraph computes, a tensor that nobody reads. The
// counts of the program's operands have been checked.
void AddAbsentOutputs(ir::Program& program);

}  // namespace litevk::to_onnx
