// The report on a program before it runs.
#pragma once

#include "delegate/engine/engine.h"
#include "delegate/engine/program.h"
#include "delegate/report/compat_report.h"
#include "runtime/exec/executable.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Returns the report on the dispatches of `program`, which computes nodes of `graph`.
ProgramReport DescribeDispatches(const ir::Graph& graph, const ir::GraphIndex& index,
                                 const gpu::Graph& program);

// Adds the partition, or the stretch of one, and the shapes that it is for.
void DescribePlacement(const ir::Graph& graph, const Partition& partition, ProgramReport& report);

// Adds the estimated cost.
void DescribeCost(const JudgedGraph& judged, const Partition& partition, const Engine& engine,
                  ProgramReport& report);

// Adds the properties of its executable.
void DescribeExecutable(const Executable& executable, ProgramReport& report);

// Adds the driver's statistics of the pipelines to the engine's report, or logs why there are none.
void ReportStatistics(const gpu::Graph& program, const Engine& engine);

}  // namespace litevk
