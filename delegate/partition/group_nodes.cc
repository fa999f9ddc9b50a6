// The grouping by a TFLite runtime of the nodes that a delegate claims.
#include <algorithm>
#include <array>
#include <functional>
#include <queue>
#include <utility>

#include "delegate/partition/partitioner.h"

namespace litevk {
namespace {

// Forms TFLite's groups. TFLite sweeps over all nodes until none that is left can join a group. Queues of the
// nodes that can run, each node once, give the same groups.
class NodeGrouper {
 public:
  NodeGrouper(const ir::Graph& graph, const ir::GraphIndex& index, const std::vector<bool>& claimed)
      : graph_(graph),
        index_(index),
        claimed_(claimed),
        missing_inputs_(graph.nodes.size()),
        is_ready_(graph.tensors.size()) {
    for (size_t id = 0; id < graph.tensors.size(); ++id) {
      if (index.producers[id] < 0) continue;
      for (const int reader : index.consumers[id]) ++missing_inputs_[static_cast<size_t>(reader)];
    }
    for (size_t position = 0; position < graph.nodes.size(); ++position) {
      if (missing_inputs_[position] == 0) Enqueue(static_cast<int>(position));
    }
  }

  // Returns the next group, ascending; empty when every node that can run has one. Sets `kind` to true if its
  // nodes are claimed.
  std::vector<int> NextGroup(bool* kind) {
    *kind = IsClaimedNext();
    Queue& runnable = runnable_[*kind ? 1 : 0];
    std::vector<int> group;
    while (!runnable.empty()) {
      const int position = runnable.top();
      runnable.pop();
      group.push_back(position);
      for (const ir::TensorId id : graph_.nodes[static_cast<size_t>(position)].outputs) MakeReady(id);
    }
    // A node may stand before one that had to run first.
    std::ranges::sort(group);
    return group;
  }

 private:
  using Queue = std::priority_queue<int, std::vector<int>, std::greater<>>;  // the first position on top

  // True if the next group is of claimed nodes: the first node that can run decides.
  bool IsClaimedNext() const {
    const auto& [others, claimed] = runnable_;
    return !claimed.empty() && (others.empty() || claimed.top() < others.top());
  }

  void Enqueue(int position) { runnable_[claimed_[static_cast<size_t>(position)] ? 1 : 0].push(position); }

  void MakeReady(ir::TensorId id) {
    if (id == ir::kAbsent || is_ready_[static_cast<size_t>(id)]) return;
    is_ready_[static_cast<size_t>(id)] = true;
    for (const int reader : index_.ConsumersOf(id)) {
      if (--missing_inputs_[static_cast<size_t>(reader)] == 0) Enqueue(reader);
    }
  }

  const ir::Graph& graph_;
  const ir::GraphIndex& index_;
  const std::vector<bool>& claimed_;
  std::vector<int> missing_inputs_;  // by position, tensors that no node has written yet
  std::vector<bool> is_ready_;       // by tensor: a node has written it
  std::array<Queue, 2> runnable_;    // nodes that are not claimed, and claimed ones
};

}  // namespace

std::vector<std::vector<int>> GroupNodes(const ir::Graph& graph, const ir::GraphIndex& index,
                                         const std::vector<bool>& claimed) {
  NodeGrouper grouper(graph, index, claimed);
  std::vector<std::vector<int>> groups;
  bool is_claimed = false;
  for (auto group = grouper.NextGroup(&is_claimed); !group.empty(); group = grouper.NextGroup(&is_claimed)) {
    if (is_claimed) groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace litevk
