#include "delegate/partition/partitioner.h"

#include <algorithm>
#include <utility>

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

void ApplyNodeFilters(const ir::Graph& graph, const PartitionOptions& options,
                      std::vector<Verdict>& verdicts) {
  for (size_t position = 0; position < verdicts.size(); ++position) {
    if (!verdicts[position].supported()) continue;
    const ir::Node& node = graph.nodes[position];
    if (options.allowed_op_code >= 0 && node.op_code != options.allowed_op_code) {
      verdicts[position] = Reject(ReasonCode::kNotAllowed);
    } else if (node.index < options.first_node || node.index > options.last_node) {
      verdicts[position] = Reject(ReasonCode::kNodeRange);
    }
  }
}

// A constant that a node of the interpreter reads is left to the interpreter: it computes the value once,
// and other delegates (XNNPACK) take the reader only if they see the constant's own node. Delegated
// readers fold the value for themselves in any case.
void LeaveConstants(const ir::Graph& graph, const std::vector<std::vector<int>>& consumers,
                    std::vector<Verdict>& verdicts) {
  const auto is_delegated = [&](int position) { return verdicts[static_cast<size_t>(position)].supported(); };
  for (size_t position = verdicts.size(); position-- > 0;) {
    const ir::Node& node = graph.nodes[position];
    if (!verdicts[position].supported() || !InputsAreKnown(graph, node)) continue;
    bool is_read = false;
    bool is_read_outside = false;
    for (const ir::TensorId id : node.outputs) {
      const auto& readers = consumers[static_cast<size_t>(id)];
      is_read |= !readers.empty();
      is_read_outside |= !std::ranges::all_of(readers, is_delegated);
    }
    if (!is_read || is_read_outside) verdicts[position] = Reject(ReasonCode::kConstantLeft);
  }
}

int ComputedNodes(const ir::Graph& graph, std::span<const int> group) {
  return static_cast<int>(std::ranges::count_if(group, [&](int position) {
    return !InputsAreKnown(graph, graph.nodes[static_cast<size_t>(position)]);
  }));
}

void RejectAll(std::span<const int> group, ReasonCode code, std::vector<Verdict>& verdicts) {
  for (const int position : group) verdicts[static_cast<size_t>(position)] = Reject(code);
}

// Rejects the nodes of groups that a limit forbids. Returns whether there were any: then what is left
// has to be grouped again.
bool ApplyLimits(const ir::Graph& graph, const PartitionOptions& options,
                 const std::vector<std::vector<int>>& groups, std::vector<Verdict>& verdicts) {
  bool dropped = false;
  std::vector<size_t> kept;
  for (size_t i = 0; i < groups.size(); ++i) {
    if (ComputedNodes(graph, groups[i]) >= options.min_nodes) {
      kept.push_back(i);
    } else {
      RejectAll(groups[i], ReasonCode::kMinNodes, verdicts);
      dropped = true;
    }
  }
  if (options.max_partitions == 0) return dropped;
  std::ranges::stable_sort(kept, std::ranges::greater{},
                           [&](size_t i) { return ComputedNodes(graph, groups[i]); });
  for (size_t i = static_cast<size_t>(options.max_partitions); i < kept.size(); ++i) {
    RejectAll(groups[kept[i]], ReasonCode::kMaxPartitions, verdicts);
    dropped = true;
  }
  return dropped;
}

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

Partitioning PartitionGraph(const ir::Graph& graph, std::vector<Verdict> verdicts,
                            const PartitionOptions& options) {
  ApplyNodeFilters(graph, options, verdicts);
  const auto consumers = ir::Consumers(graph);
  std::vector<std::vector<int>> groups;
  do {
    LeaveConstants(graph, consumers, verdicts);
    std::vector<bool> claimed;
    claimed.reserve(verdicts.size());
    for (const Verdict& verdict : verdicts) claimed.push_back(verdict.supported());
    groups = GroupNodes(graph, claimed);
  } while (ApplyLimits(graph, options, groups, verdicts));
  return {std::move(verdicts), std::move(groups)};
}

}  // namespace litevk
