// Inlines subgraphs: their nodes become the caller's.
#pragma once

#include "onnx/passes/pass.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph_rewriter.h"

namespace litevk::to_onnx {

// Replaces CALL and STABLEHLO_COMPOSITE nodes by the nodes of their subgraphs, and an IF with a stored
// condition by its branch. The nodes keep the index of the calling node. Values whose scale differs on the
// other side are copied. CheckCounts() must have accepted the nodes.
Status InlineCalls(ir::GraphRewriter& rewriter, PassContext& context);

}  // namespace litevk::to_onnx
