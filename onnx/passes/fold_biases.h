// Folds an ADD after a layer without a bias into the layer.
#pragma once

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Turns a stored per-channel addend of an ADD into the bias of the float layer before it. The layer must have
// neither bias nor activation, and no other reader.
void FoldBiases(ir::Graph& graph);

}  // namespace litevk::to_onnx
