// Takes the values that a model keeps from run to run out of its graph.
#pragma once

#include "onnx/passes/pass.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph_rewriter.h"

namespace litevk::to_onnx {

// Sets the context's states, and removes the nodes that declare them or fill them before the first run. Fails
// if a first value is not stored, or if the model has states and open dims.
Status TakeStates(ir::GraphRewriter& rewriter, PassContext& context);

}  // namespace litevk::to_onnx
