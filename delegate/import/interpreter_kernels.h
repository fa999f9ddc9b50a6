// Facts about the interpreter's own kernels that a delegate can find out.
#pragma once

#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/tflite/common.h"

namespace litevk {

// True if the interpreter is the project's own.
bool IsLitevkInterpreter(const abi::TfLiteContext* context);

// Returns by position whether the interpreter has no kernel of the node, which a delegate has to take. Only
// asked within a delegate's Prepare.
std::vector<bool> FindNodesWithoutKernel(abi::TfLiteContext* context, const ir::Graph& graph);

}  // namespace litevk
