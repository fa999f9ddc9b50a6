// Updates of one item of a TensorFlow list in an iteration of a loop.
#pragma once

#include "onnx/passes/pass.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph_rewriter.h"

namespace litevk::to_onnx {

// Replaces two SLICEs and a CONCATENATION by one DYNAMIC_UPDATE_SLICE. TensorFlow's converter writes them to
// replace an item of a list: the items in front, the new one, and those behind. The SLICEs have run-time
// dims, but the list's dims never change.
Status JoinItems(ir::GraphRewriter& rewriter, PassContext& context);

}  // namespace litevk::to_onnx
