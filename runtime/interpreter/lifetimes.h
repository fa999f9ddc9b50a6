// When the tensors of a subgraph are needed, from the nodes of its plan.
#pragma once

#include <span>
#include <vector>

#include "runtime/interpreter/arena.h"
#include "runtime/tflite/common.h"

namespace litevk {

struct LifetimeInputs {
  int tensor_count = 0;
  std::vector<const abi::TfLiteNode*> plan;  // in execution order
  std::span<const int> inputs;               // of the subgraph
  std::span<const int> outputs;
  bool preserve_all = false;  // what is written once is kept
};

// By tensor id. Inputs live from the start on, and they and outputs for ever; any other tensor from the node
// that writes it to the last one that reads it. Temporaries are not known before their node is prepared and
// are the caller's to add.
std::vector<Lifetime> FindLifetimes(const LifetimeInputs& graph);

}  // namespace litevk
