#include "delegate/partition/called_subgraphs.h"

#include <algorithm>
#include <vector>

#include "delegate/partition/loop_steps.h"
#include "runtime/opset/loops.h"
#include "runtime/opset/op_info.h"

namespace litevk {
namespace {

class RunCounter {
 public:
  RunCounter(const ir::Graph& graph, const SubgraphReader& read, const gpu::DeviceLimits& limits,
             int most_steps)
      : graph_(graph), read_(read), limits_(limits), most_steps_(most_steps) {}

  // Returns how often the node runs each of the subgraphs that it names. The condition of a loop, which comes
  // first, answers once more than the body runs.
  std::vector<int> Runs(const ir::Node& node, const std::vector<int>& subgraphs) const {
    if (!IsLoop(node.op_code)) return std::vector<int>(subgraphs.size(), 1);
    const std::optional<int> steps = Steps(node, subgraphs);
    return steps.has_value() ? std::vector<int>{*steps + 1, *steps} : std::vector<int>{kManyRuns, kManyRuns};
  }

 private:
  std::optional<int> Steps(const ir::Node& node, const std::vector<int>& subgraphs) const {
    const auto condition = read_(subgraphs[0]);
    const auto body = read_(subgraphs[1]);
    if (!condition.ok() || !body.ok()) return std::nullopt;
    return LoopSteps(graph_, node, *condition, *body, limits_, most_steps_);
  }

  const ir::Graph& graph_;
  const SubgraphReader& read_;
  const gpu::DeviceLimits& limits_;
  int most_steps_;
};

}  // namespace

void CollectCalled(int index, const ir::Graph& graph, const SubgraphReader& read,
                   const gpu::DeviceLimits& limits, int most_steps, CalledSubgraphs& called) {
  CollectPassedInputs(graph, called.inputs);
  const auto own = called.runs.find(index);
  const int own_runs = own == called.runs.end() ? 1 : own->second;
  const RunCounter counter(graph, read, limits, most_steps);
  for (const ir::Node& node : graph.nodes) {
    const OpInfo* info = FindOpInfo(node);
    if (info == nullptr || info->called_subgraphs == nullptr || !node.params.present()) continue;
    const std::vector<int> subgraphs = info->called_subgraphs(&node.params.As<std::byte>());
    const std::vector<int> of_node = counter.Runs(node, subgraphs);
    for (size_t position = 0; position < subgraphs.size(); ++position) {
      int& runs = called.runs[subgraphs[position]];
      runs = std::min(kManyRuns, runs + own_runs * of_node[position]);
    }
  }
}

}  // namespace litevk
