// What the report tells of a program before it runs.
#pragma once

#include "delegate/engine/engine.h"
#include "delegate/engine/program.h"
#include "delegate/partition/compat_report.h"
#include "runtime/exec/executable.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/ir/graph.h"

namespace litevk {

// What is known of the dispatches of `program`, which computes nodes of `graph`.
ProgramReport DescribeDispatches(const ir::Graph& graph, const ir::GraphIndex& index,
                                 const gpu::Graph& program);

// Adds which partition it is, or which stretch of one, and for what shapes.
void DescribePlace(const ir::Graph& graph, const Partition& partition, ProgramReport& report);

// Adds what it is estimated to take.
void DescribeCost(const JudgedGraph& judged, const Partition& partition, const Engine& engine,
                  ProgramReport& report);

// Adds what its executable is like.
void DescribeExecutable(const Executable& executable, ProgramReport& report);

// Adds what the driver tells of the pipelines to the engine's report, or logs why it tells nothing.
void ReportStatistics(const gpu::Graph& program, const Engine& engine);

}  // namespace litevk
