// Nodes whose results are known before a run: SHAPE, and nodes that compute with it and constants, such as
// the output shape of a TRANSPOSE_CONV. A plan computes them on kernels_ref, once, so that the operators that
// read them see constants.
#pragma once

#include <functional>
#include <set>
#include <span>

#include "runtime/ir/graph.h"
#include "runtime/values/values_at_hand.h"

namespace litevk {

// True if the node is planned: kernels_ref computes it, and it reads only the shape of its input, or known
// and kPlanned tensors. Then writes the dims of its outputs and makes them ir::Constness::kPlanned; else
// changes nothing.
// `values` are the graph's.
bool MakePlanned(ir::Graph& graph, const ir::Node& node, ValuesAtHand& values);

// Returns the tensors whose dims decide the values of the planned tensors `ids`, each once.
std::set<ir::TensorId> ShapeSources(const ir::Graph& graph, std::span<const ir::TensorId> ids);

// Returns the tensors whose values depend on the dims of a tensor that `is_held` refuses. The result is among
// `ids`, which are planned, and the tensors that lead to them.
std::set<ir::TensorId> TensorsWithoutSource(const ir::Graph& graph, std::span<const ir::TensorId> ids,
                                            const std::function<bool(ir::TensorId)>& is_held);

}  // namespace litevk
