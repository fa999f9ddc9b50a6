// The passes over the written model, in the order in which they run (docs/design/onnx.md says why they do not
// run on the IR).
#pragma once

#include <span>

#include "onnx/passes/written_pass.h"

namespace litevk::to_onnx {

std::span<const WrittenPass> WrittenPasses();

void RunWrittenPasses(::onnx::GraphProto& graph, PassContext& context);

// Names the nodes by numbers: their results have the tensors' names, which may be long.
void NumberNodes(::onnx::GraphProto& graph, PassContext& context);

}  // namespace litevk::to_onnx
