// A partition of which the device runs a part.
#pragma once

#include <memory>
#include <vector>

#include "delegate/engine/engine.h"
#include "delegate/engine/program.h"
#include "delegate/verdict/final_shapes.h"

namespace litevk {

// Runs the partition's nodes in their order, those of `refused_nodes` on kernels_ref and those between them
// on the device. The latter are fused otherwise than in the whole partition. If some then go beyond the
// device's limits, they run on kernels_ref too. All arguments but `refused_nodes` must outlive the program;
// the graph's dims are final.
Result<std::unique_ptr<Program>> MakeMixedProgram(const JudgedGraph& judged, const Partition& partition,
                                                  const std::vector<RefusedNode>& refused_nodes,
                                                  const Engine& engine);

// Makes a program of the device alone, as MakeGpuProgram does. With the option verify it checks its own
// results, and goes on with a mixed program where they are wrong.
Result<std::unique_ptr<Program>> MakeCheckedGpuProgram(const JudgedGraph& judged, const Partition& partition,
                                                       const Engine& engine,
                                                       std::vector<RefusedNode>* over_limits);

// Adds the nodes to the report.
void ReportRefusedNodes(const ir::Graph& graph, const Partition& partition,
                        const std::vector<RefusedNode>& refused_nodes, const Engine& engine);

}  // namespace litevk
