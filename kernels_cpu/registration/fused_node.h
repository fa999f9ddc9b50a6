// The search for a node whose work a layer's kernel can do along with its own.
#pragma once

#include "runtime/tflite/common.h"

namespace litevk::cpu {

// Returns the node that alone reads a layer's output and overwrites it. Its other operands are written before
// the layer runs. RESHAPE and its kin, which leave the bytes as they are, may stand between. Null if there is
// none. Both have the same invoke function, and their memory is planned.
abi::TfLiteNode* FindFusedNode(const abi::TfLiteContext& context, const abi::TfLiteNode& layer);

}  // namespace litevk::cpu
