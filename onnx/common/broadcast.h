// Operands that an ONNX operator broadcasts.
#pragma once

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Returns the layout in which an operand of an elementwise node is read: the output's layout, fitted to the
// operand's rank.
Permutation BroadcastPermutation(const NodeFacts& node, size_t input);
// Reads an operand in BroadcastPermutation().
Name ReadBroadcast(NodeWriter& node, size_t input);

}  // namespace litevk::to_onnx
