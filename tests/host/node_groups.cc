#include "tests/host/node_groups.h"

#include <algorithm>
#include <set>

namespace litevk::test {
namespace {

constexpr int kNotReady = -1;
constexpr int kAlwaysReady = -2;

// Assigns to each node and tensor the epoch in which it is computed.
class Epochs {
 public:
  Epochs(const ModelSubgraph& model, const std::set<int>& claimed)
      : model_(model),
        claimed_(claimed),
        tensor_epoch_(model.graph.tensors.size(), kAlwaysReady),
        node_epoch_(model.graph.nodes.size(), kNotReady) {
    for (const ir::Node& node : model.graph.nodes) SetOutputs(node, kNotReady);
  }

  std::vector<NodeGroup> Build() {
    std::vector<NodeGroup> groups;
    for (NodeGroup group = Next(0); !group.nodes.empty(); group = Next(static_cast<int>(groups.size()))) {
      groups.push_back(group);
    }
    for (size_t epoch = 0; epoch < groups.size(); ++epoch) FindBorder(groups[epoch], static_cast<int>(epoch));
    return groups;
  }

 private:
  NodeGroup Next(int epoch) {
    NodeGroup group;
    for (bool grew = true; grew;) {
      grew = false;
      for (size_t i = 0; i < node_epoch_.size(); ++i) {
        const ir::Node& node = model_.graph.nodes[i];
        if (node_epoch_[i] != kNotReady || !IsReady(node)) continue;
        const bool is_claimed = claimed_.contains(node.index);
        if (group.nodes.empty()) group.is_claimed = is_claimed;
        if (group.is_claimed != is_claimed) continue;
        node_epoch_[i] = epoch;
        SetOutputs(node, epoch);
        group.nodes.push_back(node.index);
        grew = true;
      }
    }
    return group;
  }

  bool IsReady(const ir::Node& node) const {
    return std::ranges::none_of(
        node.inputs, [&](int id) { return id >= 0 && tensor_epoch_[static_cast<size_t>(id)] == kNotReady; });
  }

  void SetOutputs(const ir::Node& node, int epoch) {
    for (const int id : node.outputs) {
      if (id >= 0) tensor_epoch_[static_cast<size_t>(id)] = epoch;
    }
  }

  void FindBorder(NodeGroup& group, int epoch) const {
    std::set<int> inputs;
    std::set<int> outputs;
    for (size_t i = 0; i < node_epoch_.size(); ++i) {
      for (const int id : model_.graph.nodes[i].inputs) {
        if (id < 0) continue;
        const int computed_in = tensor_epoch_[static_cast<size_t>(id)];
        if (node_epoch_[i] == epoch && computed_in != epoch) inputs.insert(id);
        if (node_epoch_[i] != epoch && computed_in == epoch) outputs.insert(id);
      }
    }
    for (const int id : model_.outputs) {
      if (tensor_epoch_[static_cast<size_t>(id)] == epoch) outputs.insert(id);
    }
    group.inputs.assign(inputs.begin(), inputs.end());
    group.outputs.assign(outputs.begin(), outputs.end());
  }

  const ModelSubgraph& model_;
  const std::set<int>& claimed_;
  std::vector<int> tensor_epoch_;
  std::vector<int> node_epoch_;
};

}  // namespace

std::vector<NodeGroup> GroupByEpochs(const ModelSubgraph& model, const std::vector<int>& claimed) {
  const std::set<int> claimed_set(claimed.begin(), claimed.end());
  return Epochs(model, claimed_set).Build();
}

}  // namespace litevk::test
