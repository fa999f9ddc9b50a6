// Conversion of a TfLiteContext to ir::Graph: the whole subgraph as it is at the time of the call.
#pragma once

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/tflite/common.h"

namespace litevk {

// May only be called while the interpreter is inside the delegate's Prepare. Bytes and sparsity of the
// result's constants are the interpreter's own and live as long as it does; everything else is copied.
// Dims are the interpreter's current ones: the model file's where the graph was not prepared before.
// Fails where the interpreter refuses a query, or a node names a tensor that does not exist.
Result<ir::Graph> ImportGraph(abi::TfLiteContext* context);

// Returns the nodes of the current execution plan.
Result<std::vector<int>> ImportExecutionPlan(abi::TfLiteContext* context);

}  // namespace litevk
