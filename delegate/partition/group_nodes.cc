// How a TFLite runtime forms groups of the nodes that a delegate claims.
#include <algorithm>

#include "delegate/partition/partitioner.h"

namespace litevk {
namespace {

// One pass of TFLite's grouping: takes every node of the current kind that is ready into the group.
class NodeGrouper {
 public:
  NodeGrouper(const ir::Graph& graph, const std::vector<bool>& claimed)
      : graph_(graph),
        claimed_(claimed),
        is_done_(graph.nodes.size()),
        is_ready_(graph.tensors.size(), true) {
    for (const ir::Node& node : graph.nodes) SetOutputs(node, false);
  }

  // The next group; empty when every node has one. `kind` becomes whether its nodes are claimed.
  std::vector<int> NextGroup(bool* kind) {
    std::vector<int> group;
    bool grew = true;
    while (grew) {
      grew = false;
      for (size_t position = 0; position < graph_.nodes.size(); ++position) {
        if (!Takes(position, group.empty(), *kind)) continue;
        if (group.empty()) *kind = claimed_[position];
        is_done_[position] = true;
        SetOutputs(graph_.nodes[position], true);
        group.push_back(static_cast<int>(position));
        grew = true;
      }
    }
    return group;
  }

 private:
  bool Takes(size_t position, bool is_first, bool kind) const {
    if (is_done_[position] || (!is_first && claimed_[position] != kind)) return false;
    return std::ranges::all_of(graph_.nodes[position].inputs, [&](ir::TensorId id) {
      return id == ir::kAbsent || is_ready_[static_cast<size_t>(id)];
    });
  }
  void SetOutputs(const ir::Node& node, bool ready) {
    for (const ir::TensorId id : node.outputs) {
      if (id != ir::kAbsent) is_ready_[static_cast<size_t>(id)] = ready;
    }
  }

  const ir::Graph& graph_;
  const std::vector<bool>& claimed_;
  std::vector<bool> is_done_;
  std::vector<bool> is_ready_;
};

}  // namespace

std::vector<std::vector<int>> GroupNodes(const ir::Graph& graph, const std::vector<bool>& claimed) {
  NodeGrouper grouper(graph, claimed);
  std::vector<std::vector<int>> groups;
  bool is_claimed = false;
  for (auto group = grouper.NextGroup(&is_claimed); !group.empty(); group = grouper.NextGroup(&is_claimed)) {
    // A later sweep may add a node that stands before one of an earlier sweep.
    std::ranges::sort(group);
    if (is_claimed) groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace litevk
