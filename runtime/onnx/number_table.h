// Operators of one input, whose results are looked up where floats come out elsewhere.
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Returns the results of a node of one input of 8 or 16 bits for every number of its type, the lowest first,
// if the same operator of floats between DequantizeLinear and QuantizeLinear is more than so many steps away
// from one. Nothing if it is not.
Result<std::vector<std::byte>> FindNumberTable(const ir::Graph& graph, const ir::Node& node, int steps);

}  // namespace litevk::to_onnx
