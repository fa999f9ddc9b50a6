// The layouts in which the values of a graph are written.
#pragma once

#include "onnx/passes/pass.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph_rewriter.h"

namespace litevk::to_onnx {

// Sets the context's plan for the graph, its states and the layouts that the user states. Fails if these
// contradict each other.
Status ChooseLayouts(ir::GraphRewriter& rewriter, PassContext& context);

}  // namespace litevk::to_onnx
