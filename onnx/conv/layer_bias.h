// Biases of float layers.
#pragma once

#include <cstddef>

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// True if a stored bias exceeds 32 bits, to which onnxruntime truncates a layer's bias.
bool HasWideBias(const NodeFacts& node, size_t index);
// Returns a bias of any dims as the vector that ONNX's layers take.
Name ReadBiasVector(NodeWriter& node, size_t index);
// Returns a value, whose channels lie in dim 1 of `rank`, with a bias added.
Name AddBias(NodeWriter& node, const Name& value, size_t bias, size_t rank);

}  // namespace litevk::to_onnx
