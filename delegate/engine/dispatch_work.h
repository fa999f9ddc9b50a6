// The work of a program's dispatches, for the rates that a profile shows, and for the duration of
// submissions.
#pragma once

#include <vector>

#include "delegate/report/compat_report.h"
#include "runtime/graph/device_rates.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/ir/graph_index.h"

namespace litevk {

// Returns for each dispatch its workgroups, the operations of its nodes and the bytes of its tensors. The
// dims of `graph` are final.
std::vector<DispatchWork> DescribeWork(const ir::Graph& graph, const ir::GraphIndex& index,
                                       const gpu::Graph& program);

// Returns the estimated microseconds of each dispatch, without the barrier before it. The operations of a
// node that takes several dispatches are shared out by their workgroups and iterations.
std::vector<double> EstimateDispatches(const ir::Graph& graph, const ir::GraphIndex& index,
                                       const gpu::Graph& program, const gpu::DeviceRates& rates);

}  // namespace litevk
