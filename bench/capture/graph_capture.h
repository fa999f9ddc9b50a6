// The graph of a model as a delegate sees it.
#pragma once

#include "runtime/base/status.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/ir/graph.h"

namespace litevk::bench {

// Returns the primary subgraph, captured by a delegate that claims nothing. Its constants point into the
// interpreter's model, which must outlive the graph.
Result<ir::Graph> CaptureGraph(Interpreter& interpreter);

}  // namespace litevk::bench
