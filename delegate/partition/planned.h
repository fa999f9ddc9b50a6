// Nodes whose results are known before a run: SHAPE, and what is computed from it and from constants, such as
// the output shape of a TRANSPOSE_CONV. A plan computes them on kernels_ref, once, so that the operators that
// read them see constants.
#pragma once

#include <vector>

#include "runtime/ir/graph.h"

namespace litevk {

// Whether the node is such a one: all that it reads is the shape of its input, or tensors of
// ir::Constness::kPlanned and known ones, and kernels_ref computes it. Then writes the dims of its outputs
// and makes them kPlanned; else changes nothing.
bool MakePlanned(ir::Graph& graph, const ir::Node& node);

// The tensors whose dims decide the value of a planned tensor.
std::vector<ir::TensorId> ShapeSources(const ir::Graph& graph, const std::vector<int>& producers,
                                       ir::TensorId id);

}  // namespace litevk
