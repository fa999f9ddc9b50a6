#include "delegate/partition/partitioner.h"

#include <algorithm>
#include <set>
#include <utility>

#include "delegate/verdict/planned.h"
#include "runtime/base/count_text.h"
#include "runtime/opset/custom_ops.h"

namespace litevk {
namespace {

void ApplyNodeFilters(const ir::Graph& graph, const PartitionOptions& options,
                      std::vector<Verdict>& verdicts) {
  for (size_t position = 0; position < verdicts.size(); ++position) {
    if (!verdicts[position].supported()) continue;
    const ir::Node& node = graph.nodes[position];
    if (options.allowed_op_code >= 0 &&
        (IsCustom(node) ? abi::kTfLiteBuiltinCustom : node.op_code) != options.allowed_op_code) {
      verdicts[position] = Reject(ReasonCode::kNotAllowed);
    } else if (node.index < options.first_node || node.index > options.last_node) {
      verdicts[position] = Reject(ReasonCode::kNodeRange);
    }
  }
}

// True if results that no input decides may be the interpreter's.
bool LeavesResults(const PartitionOptions& options) { return options.on_left_nodes == OnLeftNodes::kAllow; }

// Leaves constants and shapes that a node of the interpreter reads to the interpreter. It computes the value
// once, and other delegates (XNNPACK) take the reader only if they see the constant's own node. Delegated
// readers evaluate the value for themselves in any case. A constant that no node reads is left as well,
// unless the options take it. A shape that is a result of the model is not, since its partition writes what
// it knows.
void LeaveConstants(const ir::Graph& graph, const ir::GraphIndex& index, const PartitionOptions& options,
                    std::vector<Verdict>& verdicts) {
  const auto is_delegated = [&](int position) { return verdicts[static_cast<size_t>(position)].supported(); };
  for (size_t position = verdicts.size(); position-- > 0;) {
    const ir::Node& node = graph.nodes[position];
    if (!verdicts[position].supported() || !IsComputedBefore(graph, node)) continue;
    bool is_read = false;
    bool is_read_outside = false;
    for (const ir::TensorId id : node.outputs) {
      const std::vector<int>& readers = index.ConsumersOf(id);
      is_read |= !readers.empty();
      is_read_outside |= !std::ranges::all_of(readers, is_delegated);
    }
    const bool is_result = !is_read && InputsAreKnown(graph, node);
    const bool is_left = is_read_outside || (is_result && LeavesResults(options));
    if (is_left) verdicts[position] = Reject(ReasonCode::kConstantLeft);
  }
}

int ComputedNodes(const ir::Graph& graph, std::span<const int> group) {
  return static_cast<int>(std::ranges::count_if(group, [&](int position) {
    return !IsComputedBefore(graph, graph.nodes[static_cast<size_t>(position)]);
  }));
}

// True when there is one group, and it has every node that is computed at run time.
bool IsWhole(const ir::Graph& graph, const std::vector<std::vector<int>>& groups,
             const std::vector<Verdict>& verdicts) {
  if (groups.size() != 1) return false;
  for (size_t position = 0; position < verdicts.size(); ++position) {
    if (!verdicts[position].supported() && !IsComputedBefore(graph, graph.nodes[position])) return false;
  }
  return true;
}

// True if the group only gives shapes to others and computes nothing in a run.
bool HoldsOnlyShapes(const ir::Graph& graph, std::span<const int> group) {
  return ComputedNodes(graph, group) == 0 && std::ranges::any_of(group, [&](int position) {
           return !InputsAreKnown(graph, graph.nodes[static_cast<size_t>(position)]);
         });
}

// Returns the tensors of a group whose dims its plans know.
std::set<ir::TensorId> TensorsOfGroup(const ir::Graph& graph, std::span<const int> group) {
  std::set<ir::TensorId> tensors;
  for (const int position : group) {
    const ir::Node& node = graph.nodes[static_cast<size_t>(position)];
    tensors.insert(node.inputs.begin(), node.inputs.end());
    tensors.insert(node.outputs.begin(), node.outputs.end());
  }
  return tensors;
}

std::vector<ir::TensorId> PlannedInputs(const ir::Graph& graph, std::span<const int> group) {
  std::vector<ir::TensorId> planned;
  for (const int position : group) {
    for (const ir::TensorId id : graph.nodes[static_cast<size_t>(position)].inputs) {
      if (id != ir::kAbsent && graph.tensor(id).is_planned()) planned.push_back(id);
    }
  }
  return planned;
}

// Rejects the nodes of a group that read shapes which no plan of the group could compute. Such shapes are of
// tensors that another group may keep to itself, so that the interpreter does not know their dims. Returns
// true if it rejected any.
bool RejectShapesElsewhere(const ir::Graph& graph, const ir::GraphIndex& index, std::span<const int> group,
                           std::vector<Verdict>& verdicts) {
  const std::vector<ir::TensorId> planned = PlannedInputs(graph, group);
  if (planned.empty()) return false;
  const std::set<ir::TensorId> held = TensorsOfGroup(graph, group);
  const std::set<ir::TensorId> missing = TensorsWithoutSource(graph, planned, [&](ir::TensorId source) {
    const int producer = index.ProducerOf(source);
    return held.contains(source) || producer < 0 || !verdicts[static_cast<size_t>(producer)].supported();
  });
  const auto is_missing = [&](ir::TensorId id) { return missing.contains(id); };
  bool rejected = false;
  for (const int position : group) {
    if (!std::ranges::any_of(graph.nodes[static_cast<size_t>(position)].inputs, is_missing)) continue;
    verdicts[static_cast<size_t>(position)] = Reject(ReasonCode::kShapeElsewhere);
    rejected = true;
  }
  return rejected;
}

bool HasOpenDims(const ir::Graph& graph, std::span<const int> group) {
  return std::ranges::any_of(TensorsOfGroup(graph, group), [&](ir::TensorId id) {
    return id != ir::kAbsent && graph.tensor(id).dims.has_unknown();
  });
}

// Returns the verdict on a group that is left out because it does not pay.
Verdict RejectCost(const PartitionEstimate& group, int nodes, bool is_whole) {
  const std::string what =
      is_whole ? "the whole graph" : "its partition of " + CountText(static_cast<size_t>(nodes), "node");
  return Reject(
      is_whole ? ReasonCode::kGraphNotWorthIt : ReasonCode::kNotWorthIt,
      what + " would take " + ToString(group.cost) +
          (group.assumes_dims ? ", with the dims that were known when the delegate was applied" : "") + "; " +
          RuleOf(group.most_times));
}

// Rejects the nodes of groups that a limit forbids or that do not pay.
class GroupFilter {
 public:
  GroupFilter(const ir::Graph& graph, const ir::GraphIndex& index, const PartitionOptions& options,
              const CostModel* costs, const GraphUse& use, std::vector<Verdict>& verdicts)
      : graph_(graph), index_(index), options_(options), costs_(costs), use_(use), verdicts_(verdicts) {}

  // Returns true if it rejected any: then the nodes that are left must be grouped again.
  bool Apply(const std::vector<std::vector<int>>& groups) {
    kept_.clear();
    kernels_ = KernelsOf(verdicts_);
    dropped_ = false;
    is_whole_ = !use_.is_called && IsWhole(graph_, groups, verdicts_);
    for (const std::vector<int>& group : groups) {
      if (RejectForShapes(group)) continue;
      kept_.push_back(Weighed(group));
    }
    DropIf([&](const PartitionEstimate& group) { return Count(group) < options_.min_nodes; },
           [](const PartitionEstimate&) { return Reject(ReasonCode::kMinNodes); });
    if (options_.policy == PartitionPolicy::kAuto && costs_ != nullptr) {
      const auto is_dear = [&](const PartitionEstimate& group) {
        return group.cost.IsSlower(group.most_times) && !group.is_only_here;
      };
      DropIf(is_dear,
             [&](const PartitionEstimate& group) { return RejectCost(group, Count(group), is_whole_); });
    }
    DropAllButTheLargest();
    return dropped_;
  }

  double most_times() const { return costs_ == nullptr ? kMostTimesOfGraph : costs_->MostTimes(is_whole_); }

  // Returns the estimates, after the last Apply.
  std::vector<PartitionEstimate> TakeEstimates() {
    if (costs_ == nullptr) return {};
    for (PartitionEstimate& group : kept_) {
      group.is_claimed = true;
      left_out_.push_back(std::move(group));
    }
    return std::move(left_out_);
  }

 private:
  PartitionEstimate Weighed(const std::vector<int>& group) const {
    PartitionEstimate estimate = {
        .positions = group, .most_times = most_times(), .is_only_here = IsOnlyHere(group)};
    if (costs_ == nullptr) return estimate;
    estimate.cost =
        costs_->Estimate(use_.sized == nullptr ? graph_ : *use_.sized, kernels_, index_.consumers, group);
    estimate.assumes_dims = HasOpenDims(graph_, group);
    if (estimate.assumes_dims && use_.is_replanned && estimate.cost.device_us > 0) {
      estimate.cost.plan_us = kPlanUs;
      estimate.cost.device_us += kPlanUs;
    }
    return estimate;
  }

  // True if the interpreter cannot run a node of the group. A user who brings an operator wants it to run as
  // well, and the interpreter may have no kernel of it.
  bool IsOnlyHere(std::span<const int> group) const {
    return std::ranges::any_of(group, [&](int position) {
      const auto index = static_cast<size_t>(position);
      const bool is_only_here = use_.only_here != nullptr && (*use_.only_here)[index];
      return is_only_here || graph_.nodes[index].custom_op != nullptr;
    });
  }

  // Rejects a group that cannot be as it is because of the shapes that it reads or gives. Returns true if
  // nodes were rejected.
  bool RejectForShapes(std::span<const int> group) {
    if (LeavesResults(options_) && HoldsOnlyShapes(graph_, group)) {
      for (const int position : group)
        verdicts_[static_cast<size_t>(position)] = Reject(ReasonCode::kConstantLeft);
    } else if (!RejectShapesElsewhere(graph_, index_, group, verdicts_)) {
      return false;
    }
    dropped_ = true;
    return true;
  }

  int Count(const PartitionEstimate& group) const { return ComputedNodes(graph_, group.positions); }

  template <typename Condition, typename Reason>
  void DropIf(Condition condition, Reason reason) {
    std::vector<PartitionEstimate> kept;
    for (PartitionEstimate& group : kept_) {
      if (!condition(group)) {
        kept.push_back(std::move(group));
        continue;
      }
      const Verdict verdict = reason(group);
      for (const int position : group.positions) verdicts_[static_cast<size_t>(position)] = verdict;
      left_out_.push_back(std::move(group));
      dropped_ = true;
    }
    kept_ = std::move(kept);
  }

  void DropAllButTheLargest() {
    const auto limit = static_cast<size_t>(options_.max_partitions);
    if (limit == 0 || kept_.size() <= limit) return;
    std::vector<const PartitionEstimate*> by_size;
    by_size.reserve(kept_.size());
    for (const PartitionEstimate& group : kept_) by_size.push_back(&group);
    std::ranges::stable_sort(by_size, std::ranges::greater{},
                             [&](const PartitionEstimate* group) { return Count(*group); });
    const std::set<const PartitionEstimate*> smaller(by_size.begin() + options_.max_partitions,
                                                     by_size.end());
    DropIf([&](const PartitionEstimate& group) { return smaller.contains(&group); },
           [](const PartitionEstimate&) { return Reject(ReasonCode::kMaxPartitions); });
  }

  const ir::Graph& graph_;
  const ir::GraphIndex& index_;
  const PartitionOptions& options_;
  const CostModel* costs_;
  const GraphUse& use_;
  std::vector<Verdict>& verdicts_;
  std::vector<PartitionEstimate> kept_;  // groups that the last Apply kept
  NodeKernels kernels_;                  // kernels when the last Apply began
  std::vector<PartitionEstimate> left_out_;
  bool dropped_ = false;
  bool is_whole_ = false;  // the last Apply had one group, the whole graph
};

}  // namespace

Partitioning PartitionGraph(const ir::Graph& graph, const ir::GraphIndex& index,
                            std::vector<Verdict> verdicts, const PartitionOptions& options,
                            const CostModel* costs, const GraphUse& use) {
  ApplyNodeFilters(graph, options, verdicts);
  GroupFilter filter(graph, index, options, costs, use, verdicts);
  std::vector<std::vector<int>> groups;
  do {
    LeaveConstants(graph, index, options, verdicts);
    std::vector<bool> claimed;
    claimed.reserve(verdicts.size());
    for (const Verdict& verdict : verdicts) claimed.push_back(verdict.supported());
    groups = GroupNodes(graph, index, claimed);
  } while (filter.Apply(groups));
  auto estimates = filter.TakeEstimates();
  return {std::move(verdicts), std::move(groups), std::move(estimates), filter.most_times()};
}

}  // namespace litevk
