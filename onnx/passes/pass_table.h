// The passes in the order in which they run.
#pragma once

#include <span>

#include "onnx/passes/pass.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Returns the passes over graphs of the IR, in order.
std::span<const Pass> Passes();

// Runs the passes over the context's program.
Status RunPasses(ir::Program& program, PassContext& context);
// Runs the passes that a called subgraph needs before it is written.
Status RunPassesOfCalled(ir::Graph& graph, PassContext& context);

}  // namespace litevk::to_onnx
