// A partition of which the device runs a part.
#pragma once

#include <memory>
#include <vector>

#include "delegate/engine/engine.h"
#include "delegate/engine/program.h"
#include "delegate/partition/settle.h"

namespace litevk {

// Runs the nodes of `misfits`, of the partition, on kernels_ref and those between them on the device, in the
// partition's order. What goes beyond the device's limits of those between, which are fused otherwise than in
// the whole, runs on kernels_ref too. All arguments but `misfits` must outlive the program; the graph's dims
// are final.
Result<std::unique_ptr<Program>> MakeMixedProgram(const JudgedGraph& judged, const Partition& partition,
                                                  const std::vector<Misfit>& misfits, const Engine& engine);

// Adds the nodes to the report.
void ReportMisfits(const ir::Graph& graph, const Partition& partition, const std::vector<Misfit>& misfits,
                   const Engine& engine);

}  // namespace litevk
