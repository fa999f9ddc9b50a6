// The shapes that nodes such as WHILE, IF and CALL give the subgraphs that they call. A model file may leave
// them out there, and the interpreter copies them only when it prepares the calling node, after delegates are
// applied.
#pragma once

#include <unordered_map>
#include <vector>

#include "runtime/ir/graph_index.h"

namespace litevk {

// Inputs that callers pass to each called subgraph, by its index. No inputs: the callers do not agree how
// many there are.
using PassedInputs = std::unordered_map<int, std::vector<ir::Tensor>>;

// Returns the inputs of a called subgraph, in their order. The C ABI does not name them, so they are the
// tensors that nothing writes and that have no value.
std::vector<ir::TensorId> InputsOf(const ir::Graph& graph, const ir::GraphIndex& index);

// Adds the tensors that the nodes of a judged graph pass on. A dim in which callers differ becomes unknown;
// if they differ in the rank, the tensor has none.
void CollectPassedInputs(const ir::Graph& graph, PassedInputs& passed);

// Gives the inputs of a called subgraph the dims that its callers pass. Leaves the inputs alone unless
// number, types and ranks fit.
void ApplyPassedInputs(const std::vector<ir::Tensor>& passed, const ir::GraphIndex& index, ir::Graph& graph);

}  // namespace litevk
