// Adds tensors for outputs that nodes omit.
#pragma once

#include "onnx/passes/pass.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph_rewriter.h"

namespace litevk::to_onnx {

// Gives each output that a node omits, but a subgraph computes, a tensor without readers. The counts of the
// program's operands must have been checked.
Status AddAbsentOutputs(ir::GraphRewriter& rewriter, PassContext& context);

}  // namespace litevk::to_onnx
