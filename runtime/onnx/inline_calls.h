// Subgraphs that are called once and in place: their nodes become the caller's.
#pragma once

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Puts the nodes of the subgraphs that CALL and STABLEHLO_COMPOSITE call, and of the branch that an IF of a
// stored condition takes, in place of those nodes. Nodes keep the index of the node that calls them. Numbers
// that have another scale on the other side are copied. CheckCounts() has looked at the nodes.
void InlineCalls(ir::Program& program);

}  // namespace litevk::to_onnx
