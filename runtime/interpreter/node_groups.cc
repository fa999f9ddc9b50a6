#include "runtime/interpreter/node_groups.h"

#include <algorithm>

#include "runtime/model/tensor_data.h"

namespace litevk {
namespace {

constexpr int kNotReady = -1;
constexpr int kAlwaysReady = -2;  // inputs of the subgraph and constants

void MakeUnique(std::vector<int>& values) {
  std::ranges::sort(values);
  // Not std::ranges::unique: clang 14 cannot compile it with this standard library.
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

// Gives each node the epoch, that is the group, in which it runs, and each tensor that of its producer.
class Epochs {
 public:
  explicit Epochs(const GroupInputs& graph)
      : graph_(graph),
        tensors_(static_cast<size_t>(graph.tensor_count), kAlwaysReady),
        nodes_(graph.plan.size(), kNotReady) {
    for (const auto& [index, node, is_claimed] : graph_.plan) SetOutputs(*node, kNotReady);
  }

  Result<std::vector<NodeGroup>> Build() {
    while (AddGroup()) continue;
    if (std::ranges::find(nodes_, kNotReady) != nodes_.end()) {
      return InvalidArgument("a node reads a tensor that only a later one writes");
    }
    for (const int id : graph_.outputs) {
      if (id >= 0 && Of(id) >= 0) groups_[static_cast<size_t>(Of(id))].outputs.push_back(id);
    }
    for (NodeGroup& group : groups_) {
      MakeUnique(group.inputs);
      MakeUnique(group.outputs);
    }
    return std::move(groups_);
  }

 private:
  int& Of(int tensor) { return tensors_[static_cast<size_t>(tensor)]; }

  bool AddGroup() {
    groups_.emplace_back();
    for (bool grew = true; grew;) {
      grew = false;
      for (size_t position = 0; position < nodes_.size(); ++position) grew = Take(position) || grew;
    }
    if (!groups_.back().nodes.empty()) return true;
    groups_.pop_back();
    return false;
  }

  // Adds a node to the last group if it can run there.
  bool Take(size_t position) {
    NodeGroup& group = groups_.back();
    const auto& [index, node, is_claimed] = graph_.plan[position];
    if (graph_.one_node_each && !group.nodes.empty()) return false;
    if (nodes_[position] != kNotReady || !IsReady(position)) return false;
    if (group.nodes.empty()) group.is_claimed = is_claimed;
    if (group.is_claimed != is_claimed) return false;
    const int epoch = static_cast<int>(groups_.size()) - 1;
    nodes_[position] = epoch;
    group.nodes.push_back(index);
    SetOutputs(*node, epoch);
    AddBorder(*node, epoch);
    return true;
  }

  bool IsReady(size_t position) {
    const abi::TfLiteNode& node = *graph_.plan[position].node;
    if (node.might_have_side_effect && !AreEarlierEffectsDone(position)) return false;
    return std::ranges::none_of(Values(node.inputs), [&](int id) { return id >= 0 && Of(id) == kNotReady; });
  }

  bool AreEarlierEffectsDone(size_t position) const {
    for (size_t earlier = 0; earlier < position; ++earlier) {
      if (graph_.plan[earlier].node->might_have_side_effect && nodes_[earlier] == kNotReady) return false;
    }
    return true;
  }

  void SetOutputs(const abi::TfLiteNode& node, int epoch) {
    for (const int id : Values(node.outputs)) {
      if (id >= 0) Of(id) = epoch;
    }
  }

  void AddBorder(const abi::TfLiteNode& node, int epoch) {
    for (const int id : Values(node.inputs)) {
      if (id < 0 || Of(id) == epoch) continue;
      groups_.back().inputs.push_back(id);
      if (Of(id) >= 0) groups_[static_cast<size_t>(Of(id))].outputs.push_back(id);
    }
  }

  const GroupInputs& graph_;
  std::vector<int> tensors_;  // epochs by tensor id
  std::vector<int> nodes_;    // epochs by position in the plan
  std::vector<NodeGroup> groups_;
};

}  // namespace

Result<std::vector<NodeGroup>> GroupNodes(const GroupInputs& graph) { return Epochs(graph).Build(); }

}  // namespace litevk
