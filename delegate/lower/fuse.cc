#include "delegate/lower/fuse.h"

#include <algorithm>
#include <set>

namespace litevk {
namespace {

class Fuser {
 public:
  Fuser(const ir::Graph& graph, std::span<const int> positions, std::span<const ir::TensorId> outputs,
        const gpu::DeviceLimits& limits)
      : graph_(graph),
        limits_(limits),
        reader_count_(graph.tensors.size()),
        must_exist_(graph.tensors.size()),
        reader_(graph.tensors.size(), -1),
        root_of_(graph.tensors.size(), -1) {
    for (const ir::TensorId id : outputs) must_exist_[static_cast<size_t>(id)] = true;
    for (const int position : positions) {
      for (const ir::TensorId id : Node(position).inputs) {
        if (id == ir::kAbsent) continue;
        ++reader_count_[static_cast<size_t>(id)];
        reader_[static_cast<size_t>(id)] = position;
      }
    }
  }

  void Add(int position, bool enable) {
    if (enable && (JoinProducer(position) || BecomePadding(position))) return;
    FusedNode root{.position = position, .output = Node(position).outputs[0]};
    if (enable) TakePadding(root);
    root_of_[static_cast<size_t>(root.output)] = static_cast<int>(roots_.size());
    roots_.push_back(std::move(root));
  }

  std::vector<FusedNode> Take() { return std::move(roots_); }

 private:
  const ir::Node& Node(int position) const { return graph_.nodes[static_cast<size_t>(position)]; }
  NodeView View(int position) const { return {graph_, Node(position), limits_}; }
  // Read once, inside the partition, and by nobody else: the tensor need not exist in memory.
  bool IsPrivate(ir::TensorId id) const {
    return reader_count_[static_cast<size_t>(id)] == 1 && !must_exist_[static_cast<size_t>(id)];
  }

  // Appends the node to the dispatch that computes one of its inputs, as epilogue steps.
  bool JoinProducer(int position) {
    const ir::Node& node = Node(position);
    const OpSpec* spec = FindOp(node);
    if (spec->as_epilogue == nullptr) return false;
    // Of two candidates the later root is the right one: the other's value exists by then.
    std::vector<std::pair<int, int>> candidates;  // root, input
    for (size_t input = 0; input < node.inputs.size(); ++input) {
      const ir::TensorId id = node.inputs[input];
      if (id == ir::kAbsent || !IsPrivate(id)) continue;
      const int root = root_of_[static_cast<size_t>(id)];
      if (root >= 0) candidates.emplace_back(root, static_cast<int>(input));
    }
    std::ranges::sort(candidates, std::greater<>());
    return std::ranges::any_of(candidates, [&](const auto& candidate) {
      return Join(position, *spec, roots_[static_cast<size_t>(candidate.first)], candidate.second);
    });
  }

  bool Join(int position, const OpSpec& spec, FusedNode& root, int input) {
    const OpSpec& root_spec = *FindOp(Node(root.position));
    if (!root_spec.takes_epilogue) return false;
    // The epilogue computes in float32, whatever else the root's shader moves.
    if (graph_.tensor(root.output).type != ir::DataType::kFloat32) return false;
    const auto steps = spec.as_epilogue(View(position), input);
    if (steps.empty() || !Knows(root_spec, steps) || !Fits(root, steps)) return false;
    for (const EpilogueStep& step : steps) {
      if (step.operand != ir::kAbsent && !ExistsBefore(step.operand, root)) return false;
    }
    root.epilogue.insert(root.epilogue.end(), steps.begin(), steps.end());
    root.fused_positions.push_back(position);
    root_of_[static_cast<size_t>(root.output)] = -1;
    root.output = Node(position).outputs[0];
    root_of_[static_cast<size_t>(root.output)] = static_cast<int>(&root - roots_.data());
    return true;
  }

  // The kernels of elementwise operators know every step, the others those of all.
  static bool Knows(const OpSpec& root, const std::vector<EpilogueStep>& steps) {
    return root.as_epilogue != nullptr ||
           std::ranges::all_of(steps, [](const EpilogueStep& step) { return IsEverywhere(step.op); });
  }

  // Steps and operand tensors of the root's own (its activation, or itself when it is elementwise)
  // together with the fused ones stay within the epilogue's limits.
  bool Fits(const FusedNode& root, const std::vector<EpilogueStep>& added) const {
    std::vector<EpilogueStep> all = root.epilogue;
    all.insert(all.end(), added.begin(), added.end());
    const OpSpec* spec = FindOp(Node(root.position));
    size_t steps = all.size() + 1;
    std::set<ir::TensorId> operands;
    if (spec->as_epilogue != nullptr) {
      for (const int input : {0, 1}) {
        if (input >= View(root.position).input_count()) continue;
        const auto own = spec->as_epilogue(View(root.position), input);
        if (own.empty()) continue;
        steps += own.size();
        for (const EpilogueStep& step : own) operands.insert(step.operand);
        break;
      }
    }
    for (const EpilogueStep& step : all) operands.insert(step.operand);
    operands.erase(ir::kAbsent);
    return steps <= kMaxEpilogueSteps && operands.size() <= kMaxEpilogueOperands;
  }

  // A tensor that some earlier dispatch, the host or the model provides when `root` runs.
  bool ExistsBefore(ir::TensorId id, const FusedNode& root) const {
    if (graph_.tensor(id).is_known()) return true;
    const auto made_by = std::ranges::find_if(roots_, [&](const FusedNode& other) {
      const auto& own = Node(other.position).outputs;
      return other.output == id || std::ranges::find(own, id) != own.end();
    });
    if (made_by != roots_.end()) return made_by->position < root.position;
    return !IsMadeByPadding(id);
  }
  bool IsMadeByPadding(ir::TensorId id) const {
    return std::ranges::any_of(pending_pads_, [&](int pad) { return Node(pad).outputs[0] == id; });
  }

  // Zeros around height and width whose only reader can pad by itself are no dispatch.
  bool BecomePadding(int position) {
    const ir::Node& node = Node(position);
    const OpSpec& spec = *FindOp(node);
    if (spec.as_padding == nullptr || !IsPrivate(node.outputs[0])) return false;
    if (!spec.as_padding(View(position))) return false;
    const int reader = reader_[static_cast<size_t>(node.outputs[0])];
    if (!FindOp(Node(reader))->takes_padding || Node(reader).inputs[0] != node.outputs[0]) return false;
    pending_pads_.push_back(position);
    return true;
  }

  void TakePadding(FusedNode& root) {
    for (const int pad : pending_pads_) {
      if (Node(pad).outputs[0] != Node(root.position).inputs[0]) continue;
      const auto amounts = *FindOp(Node(pad))->as_padding(View(pad));
      root.has_padding = true;
      root.padding = {amounts[0], amounts[1], amounts[2], amounts[3]};
      root.input = Node(pad).inputs[0];
      root.fused_positions.push_back(pad);
    }
  }

  const ir::Graph& graph_;
  const gpu::DeviceLimits& limits_;
  std::vector<int> reader_count_;  // reads inside the partition, by TensorId
  std::vector<bool> must_exist_;
  std::vector<int> reader_;   // position of the last reader
  std::vector<int> root_of_;  // index into roots_ of the root whose output the tensor is
  std::vector<int> pending_pads_;
  std::vector<FusedNode> roots_;
};

}  // namespace

std::vector<FusedNode> Fuse(const ir::Graph& graph, std::span<const int> positions,
                            std::span<const ir::TensorId> outputs, const gpu::DeviceLimits& limits,
                            bool enable) {
  Fuser fuser(graph, positions, outputs, limits);
  for (const int position : positions) {
    const ir::Node& node = graph.nodes[static_cast<size_t>(position)];
    const bool known = std::ranges::all_of(
        node.outputs, [&](ir::TensorId id) { return id == ir::kAbsent || graph.tensor(id).is_known(); });
    if (!known) fuser.Add(position, enable);
  }
  return fuser.Take();
}

}  // namespace litevk
