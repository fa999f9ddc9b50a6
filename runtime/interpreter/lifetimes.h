// Lifetimes of a subgraph's tensors, from the nodes of its plan.
#pragma once

#include <span>
#include <vector>

#include "runtime/interpreter/arena.h"
#include "runtime/tflite/common.h"

namespace litevk {

struct LifetimeInputs {
  int tensor_count = 0;
  std::vector<const abi::TfLiteNode*> plan;  // in execution order
  std::span<const int> inputs;               // inputs of the subgraph
  std::span<const int> outputs;
  bool preserve_all = false;  // keep every tensor once it is written
};

// Returns lifetimes indexed by tensor id. Inputs live from the start, and inputs and outputs forever. Other
// tensors live from the node that writes them to their last reader. The caller must add temporaries, which
// are unknown before their node is prepared.
std::vector<Lifetime> FindLifetimes(const LifetimeInputs& graph);

}  // namespace litevk
