// Sums behind layers that have no bias.
#pragma once

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Makes what an ADD adds to each channel of a layer of floats the layer's bias, where it is stored, the layer
// has neither a bias nor an activation, and nothing else reads its result.
void FoldBiases(ir::Graph& graph);

}  // namespace litevk::to_onnx
