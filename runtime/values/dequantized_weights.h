// Layers of floats with integer weights ("hybrid"), as layers of floats whose weights are dequantized.
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk {

// True if a node computes floats with integer weights as TFLite's hybrid kernels do.
bool HasHybridNodes(const ir::Graph& graph);

// Makes float32 tensors of the weights of every hybrid node: kFolded, with their stored numbers
// (ir::Tensor::numbers). Nodes are left as they are where the weights are not stored, sparse, read by another
// node too, or have a scale for each block.
void DequantizeWeights(ir::Graph& graph);

// Returns the floats of a stored tensor of at most 8 bits: scale * (number - zero point), rounded once.
Result<std::vector<std::byte>> Dequantized(const ir::Tensor& numbers);

}  // namespace litevk
