// Subgraphs that others call: their inputs and runs, found in the judged subgraphs whose nodes call them.
#pragma once

#include <functional>
#include <unordered_map>

#include "delegate/partition/passed_inputs.h"
#include "runtime/base/status.h"
#include "runtime/graph/device_limits.h"
#include "runtime/ir/graph.h"

namespace litevk {

struct CalledSubgraphs {
  PassedInputs inputs;
  // Number of times that a run of the model runs each subgraph, by index. kManyRuns: that often or more, or
  // unknown.
  std::unordered_map<int, int> runs;

  bool empty() const { return inputs.empty() && runs.empty(); }
};

inline constexpr int kManyRuns = 1000;

// Returns a subgraph of the model by its index, as the file has it.
using SubgraphReader = std::function<Result<ir::Graph>(int index)>;

// Adds the subgraphs that the nodes of judged subgraph `index` call. A loop's steps are counted up to
// `most_steps`.
void CollectCalled(int index, const ir::Graph& graph, const SubgraphReader& read,
                   const gpu::DeviceLimits& limits, int most_steps, CalledSubgraphs& called);

}  // namespace litevk
