// A lowered partition as text, for the option debug_dump_dir.
#pragma once

#include <string>

#include "delegate/engine/program.h"
#include "delegate/lower/lowered_partition.h"
#include "runtime/base/status.h"
#include "runtime/graph/device_limits.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Returns the partition's nodes, its dispatches, the choices of algorithms and the memory plan. A dispatch
// has its nodes, the names and values of its specialization and push constants, the steps of its epilogue and
// its bindings. A choice has the algorithm taken, and the reason why each other one does not fit.
std::string DescribeProgram(const ir::Graph& graph, const Partition& partition,
                            const LoweredPartition& lowered, const gpu::DeviceLimits& limits);

// Writes the description to `folder`/subgraph_<index>_partition_<index>_<dims of the inputs>.txt. The folder
// must exist.
Status DumpProgram(const std::string& folder, const ir::Graph& graph, const Partition& partition,
                   const LoweredPartition& lowered, const gpu::DeviceLimits& limits);

}  // namespace litevk
