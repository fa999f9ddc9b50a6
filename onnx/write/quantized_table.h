// Lookup tables for operators of one input whose float form gives other results.
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Returns the results of a node with one 8-bit or 16-bit input, for every value of its type, the lowest
// first. Returns nothing if DequantizeLinear, the float operator and QuantizeLinear are within `steps` of all
// these results.
Result<std::vector<std::byte>> FindQuantizedTable(const ir::Graph& graph, const ir::Node& node, int steps);

}  // namespace litevk::to_onnx
