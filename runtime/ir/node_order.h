// Whether the nodes of a graph stand in an order in which they can run.
#pragma once

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk::ir {

// Ok when a tensor is written by one node at most, and read by the nodes behind that one alone; else a
// sentence with the first nodes for which that is not so. An interpreter runs other graphs in the file's
// order, but cannot replace a node of them.
Status CheckNodeOrder(const Graph& graph);

}  // namespace litevk::ir
