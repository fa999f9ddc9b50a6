// Facts that a delegate can tell of the interpreter's own kernels.
#pragma once

#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/tflite/common.h"

namespace litevk {

// Returns whether the interpreter is the project's own.
bool IsLitevkInterpreter(const abi::TfLiteContext* context);

// Returns by position whether the interpreter has no kernel of the node, which a delegate has to take. Asked
// within a delegate's Prepare alone.
std::vector<bool> FindNodesWithoutKernel(abi::TfLiteContext* context, const ir::Graph& graph);

}  // namespace litevk
