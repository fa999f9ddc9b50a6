// Folds an ADD after a layer without a bias into the layer.
#pragma once

#include "onnx/passes/pass.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph_rewriter.h"

namespace litevk::to_onnx {

// Turns a stored per-channel addend of an ADD into the bias of the float layer before it. The layer must have
// neither bias nor activation, and no other reader.
Status FoldBiases(ir::GraphRewriter& rewriter, PassContext& context);

}  // namespace litevk::to_onnx
