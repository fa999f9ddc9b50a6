// Finds the first node whose result with a delegate departs from the reference kernels'.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/run/compare.h"
#include "tools/run/session.h"

namespace litevk::tools {

// The difference between an output of a node and the reference kernels' output.
struct Departure {
  int node_index = 0;
  std::string op;
  int tensor = 0;
  std::string tensor_name;
  Difference difference;
};

// Runs the model twice with every intermediate value kept, which makes each delegated node a partition of its
// own. Returns for each node, in their order, the first output that disagrees, else the one that differs
// most. A node without a value on one side is left out.
Result<std::vector<Departure>> CompareNodes(const std::filesystem::path& model, SessionOptions options,
                                            const std::vector<Array>& inputs, const Tolerance& tolerance);

// Returns the first node that disagrees. Empty when every tensor agrees; a difference of the whole model then
// comes from what the delegate does across nodes, such as fusion.
Result<std::optional<Departure>> Bisect(const std::filesystem::path& model, SessionOptions options,
                                        const std::vector<Array>& inputs, const Tolerance& tolerance);

}  // namespace litevk::tools
