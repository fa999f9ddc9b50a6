// Nodes of 8 bits as tables: what each of the 256 numbers of one tensor becomes, by kernels of kernels_ref,
// so that the bits are their own.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "delegate/kernel/integer_step.h"
#include "delegate/kernel/node_view.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Returns what the results of a node depend on, for each number of an input of the scale of its first one.
std::string TableKeyOf(const ir::Graph& graph, const ir::Node& node);

// Returns nodes, in the order in which they run, as a table of what the last one makes of the numbers of
// `source`. What else they read is known and has one element. Their kernels take every number. No node: the
// numbers themselves.
IntegerStep TableOfChain(const ir::Graph& graph, ir::TensorId source, std::span<const int> positions);

// Returns a node as a table of what it makes of its input `chained_input` (GpuKernel::as_integer_step);
// nothing where that or the output has other numbers than int8 or uint8, or where another input is more than
// a known number.
std::optional<IntegerStep> AsTableStep(const NodeView& view, int chained_input);

}  // namespace litevk
