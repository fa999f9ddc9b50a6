// Checks that the nodes of a graph are in an order in which they can run.
#pragma once

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk::ir {

// Ok if each tensor is written by at most one node, and read only by later nodes. Otherwise the diagnostic
// names the first nodes that violate this. An interpreter runs violating graphs in the file's order, but
// cannot replace their nodes.
Status CheckNodeOrder(const Graph& graph);

}  // namespace litevk::ir
