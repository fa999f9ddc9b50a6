// The choice of an input whose memory a node's output takes over.
#pragma once

#include <span>

#include "runtime/interpreter/arena.h"
#include "runtime/tflite/common.h"

namespace litevk {

struct OverwritingNode {
  const abi::TfLiteNode& node;
  uint64_t inplace_operator;  // TfLiteRegistration's
  int position;               // in the plan
  // Position of the plan from which on memory is being planned. Earlier tensors have their memory already.
  int first_planned;
};

// Returns the tensor whose memory the node's output may take over, or -1. The registration names it, no node
// reads it later, and it has the output's size. Of two it is the one that was written last: a layer's output
// rather than what the layer read. Both tensors and lifetimes are indexed by tensor id.
int InputToOverwrite(const OverwritingNode& inputs, std::span<const Lifetime> lifetimes,
                     std::span<const abi::TfLiteTensor> tensors);

}  // namespace litevk
