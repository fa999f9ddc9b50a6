// A partition of which the device runs a part.
#pragma once

#include <memory>
#include <vector>

#include "delegate/engine/engine.h"
#include "delegate/engine/program.h"

namespace litevk {

// Runs the nodes at `on_cpu`, positions of the partition, on kernels_ref and those between them on the
// device, in the partition's order. All arguments but `on_cpu` must outlive the program; the graph's dims are
// final.
Result<std::unique_ptr<Program>> MakeMixedProgram(const ir::Graph& graph, const Partition& partition,
                                                  const std::vector<int>& on_cpu, const Engine& engine);

}  // namespace litevk
