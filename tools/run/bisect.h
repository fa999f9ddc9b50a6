// Finds the first node whose result with a delegate departs from the reference kernels'.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/run/compare.h"
#include "tools/run/session.h"

namespace litevk::tools {

struct Departure {
  int node_index = 0;
  std::string op;
  int tensor = 0;
  std::string tensor_name;
  Difference difference;
};

// Runs the model twice with every intermediate value kept, which makes each delegated node a partition of
// its own, and compares tensor by tensor in the order of the nodes. Empty when every tensor agrees: a
// departure that shows without this comes from what the delegate does across nodes.
Result<std::optional<Departure>> Bisect(const std::filesystem::path& model, SessionOptions options,
                                        const std::vector<Array>& inputs, const Tolerance& tolerance);

}  // namespace litevk::tools
