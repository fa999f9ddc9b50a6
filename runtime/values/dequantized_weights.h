// Dequantizes the weights of float layers with integer weights ("hybrid").
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk {

// True if a node computes floats with integer weights like TFLite's hybrid kernels.
bool HasDynamicInt8Nodes(const ir::Graph& graph);

// Turns the weights of every hybrid node into float32 tensors. They are kFolded, with their stored integers
// (ir::Tensor::numbers). Nodes are left alone if the weights are not stored, sparse, shared with another
// node, or have a scale for each block.
void DequantizeWeights(ir::Graph& graph);

// Returns the floats of a stored tensor of at most 8 bits: scale * (quantized value - zero point), rounded
// once.
Result<std::vector<std::byte>> Dequantized(const ir::Tensor& integers);

}  // namespace litevk
