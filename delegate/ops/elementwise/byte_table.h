// Nodes of 8 bits as tables: the result for each of the 256 values of one tensor. Kernels of kernels_ref
// compute the results, so that the bits are theirs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "delegate/kernel/epilogue.h"
#include "delegate/kernel/node_view.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Returns a key of everything that a node's results depend on, given an input with the scale of its first
// one.
std::string TableKeyOf(const ir::Graph& graph, const ir::Node& node);

// Returns nodes, in the order in which they run, as a table of the last one's result for each value of
// `source`. Other tensors that they read are known and have one element. Their kernels take every value.
// Without nodes, the table has the values themselves.
FixedPointStep TableOfChain(const ir::Graph& graph, ir::TensorId source, std::span<const int> positions);

EpilogueStep TableStep(FixedPointStep table);

// Returns a node as a table of its results for input `chained_input` (EpilogueTraits::as_steps).
// Returns nothing unless that input and the output are int8 or uint8, and any other input is one known value.
std::vector<EpilogueStep> AsTable(const NodeView& view, int chained_input);

}  // namespace litevk
