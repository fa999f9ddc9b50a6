// The work of a program's dispatches, for the rates that a profile shows.
#pragma once

#include <vector>

#include "delegate/report/compat_report.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/ir/graph_index.h"

namespace litevk {

// Returns for each dispatch its workgroups, the operations of its nodes and the bytes of its tensors. The
// dims of `graph` are final.
std::vector<DispatchWork> DescribeWork(const ir::Graph& graph, const ir::GraphIndex& index,
                                       const gpu::Graph& program);

}  // namespace litevk
