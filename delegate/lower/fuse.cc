#include "delegate/lower/fuse.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "delegate/lower/lowering.h"
#include "delegate/lower/pending_operands.h"
#include "delegate/lower/pending_pads.h"

namespace litevk {
namespace {

class Fuser {
 public:
  Fuser(const ir::Graph& graph, std::span<const int> positions, std::span<const ir::TensorId> outputs,
        const gpu::DeviceLimits& limits, bool enable)
      : graph_(graph),
        limits_(limits),
        must_exist_(graph.tensors.size()),
        readers_(graph.tensors.size()),
        root_of_(graph.tensors.size(), -1),
        match_(graph.nodes.size()),
        is_within_(graph.nodes.size()) {
    if (enable) TakeMatches(positions, outputs);
    for (const ir::TensorId id : outputs) must_exist_[static_cast<size_t>(id)] = true;
    for (const int position : positions) {
      for (const ir::TensorId id : InputsOf(position)) {
        if (id == ir::kAbsent) continue;
        readers_[static_cast<size_t>(id)].push_back(position);
      }
    }
  }

  void Add(int position, bool enable) {
    if (is_within_[static_cast<size_t>(position)] || pending_pads_.Contains(position)) return;
    if (enable && (JoinProducer(position) || BecomePadding(position) || BecomeOperand(position))) return;
    if (enable && AddOperandsOf(position) && JoinProducer(position)) return;
    AddRoot(position, enable);
  }

  std::vector<FusedNode> Take() { return std::move(roots_); }

 private:
  void AddRoot(int position, bool enable) {
    FusedNode root{.position = position, .match = MatchAt(position), .output = Node(position).outputs[0]};
    if (root.match != nullptr) {
      root.input = root.match->input();
      root.fused_positions = root.match->positions;
    } else if (enable) {
      TakePadding(root);
    }
    root_of_[static_cast<size_t>(root.output)] = static_cast<int>(roots_.size());
    roots_.push_back(std::move(root));
  }

  const ir::Node& Node(int position) const { return graph_.nodes[static_cast<size_t>(position)]; }
  NodeView View(int position) const { return {graph_, Node(position), limits_}; }
  const std::shared_ptr<const FusionMatch>& MatchAt(int position) const {
    return match_[static_cast<size_t>(position)];
  }

  // Matches of patterns count as one node each, the last of theirs, which reads what they captured.
  void TakeMatches(std::span<const int> positions, std::span<const ir::TensorId> outputs) {
    for (FusionMatch& match : FindFusions(graph_, positions, outputs)) {
      for (const int position : match.positions) is_within_[static_cast<size_t>(position)] = true;
      const auto root = static_cast<size_t>(match.root);
      match_[root] = std::make_shared<const FusionMatch>(std::move(match));
    }
  }
  std::vector<ir::TensorId> InputsOf(int position) const {
    if (is_within_[static_cast<size_t>(position)]) return {};
    const auto& match = MatchAt(position);
    return match != nullptr ? match->captured : Node(position).inputs;
  }

  // What a node does to its input `input` as elementwise steps; none where it is no elementwise node of it.
  std::vector<EpilogueStep> StepsOf(int position, int input) const {
    if (const auto& match = MatchAt(position)) {
      return match->fusion->is_elementwise() && input == 0 ? match->steps : std::vector<EpilogueStep>();
    }
    const OpSpec& spec = *FindOp(Node(position));
    return spec.as_epilogue != nullptr ? spec.as_epilogue(View(position), input)
                                       : std::vector<EpilogueStep>();
  }
  bool IsElementwise(const FusedNode& root) const {
    return root.match != nullptr ? root.match->fusion->is_elementwise()
                                 : FindOp(Node(root.position))->as_epilogue != nullptr;
  }

  // Read once, inside the partition, and by nobody else: the tensor need not exist in memory.
  bool IsPrivate(ir::TensorId id) const {
    return readers_[static_cast<size_t>(id)].size() == 1 && !must_exist_[static_cast<size_t>(id)];
  }

  // Appends the node to the dispatch that computes one of its inputs, as epilogue steps.
  bool JoinProducer(int position) {
    const std::vector<ir::TensorId> inputs = InputsOf(position);
    // Of two candidates the later root is the right one: the other's value exists by then.
    std::vector<std::pair<int, int>> candidates;  // root, input
    for (size_t input = 0; input < inputs.size(); ++input) {
      const ir::TensorId id = inputs[input];
      if (id == ir::kAbsent || !IsPrivate(id)) continue;
      const int root = root_of_[static_cast<size_t>(id)];
      if (root >= 0) candidates.emplace_back(root, static_cast<int>(input));
    }
    std::ranges::sort(candidates, std::greater<>());
    return std::ranges::any_of(candidates, [&](const auto& candidate) {
      return Join(position, roots_[static_cast<size_t>(candidate.first)], candidate.second);
    });
  }

  bool Join(int position, FusedNode& root, int input) {
    if (!TakesEpilogue(View(root.position), root)) return false;
    // The epilogue computes in float32, whatever else the root's shader moves.
    if (graph_.tensor(root.output).type != ir::DataType::kFloat32) return false;
    auto steps = StepsOf(position, input);
    const int operand = pending_operands_.ReadAtSource(steps);
    if (steps.empty() || !Knows(root, steps) || !Fits(root, steps)) return false;
    for (const EpilogueStep& step : steps) {
      if (step.operand != ir::kAbsent && !ExistsBefore(step.operand, root)) return false;
    }
    if (operand >= 0) {
      root.has_row_operand = true;
      root.fused_positions.push_back(operand);
      pending_operands_.Remove(operand);
    }
    root.epilogue.insert(root.epilogue.end(), steps.begin(), steps.end());
    root.fused_positions.push_back(position);
    if (const auto& match = MatchAt(position)) {
      root.fused_positions.insert(root.fused_positions.end(), match->positions.begin(),
                                  match->positions.end());
    }
    root_of_[static_cast<size_t>(root.output)] = -1;
    root.output = Node(position).outputs[0];
    root_of_[static_cast<size_t>(root.output)] = static_cast<int>(&root - roots_.data());
    return true;
  }

  // The kernels of elementwise operators know every step, the others those of all.
  bool Knows(const FusedNode& root, const std::vector<EpilogueStep>& steps) const {
    return IsElementwise(root) ||
           std::ranges::all_of(steps, [](const EpilogueStep& step) { return IsEverywhere(step.op); });
  }

  // Steps and operand tensors of the root's own (its activation, or itself when it is elementwise)
  // together with the fused ones stay within the epilogue's limits.
  bool Fits(const FusedNode& root, const std::vector<EpilogueStep>& added) const {
    OwnSteps own = OwnStepsOf(View(root.position), root);
    std::vector<EpilogueStep> all = std::move(own.steps);
    all.insert(all.end(), root.epilogue.begin(), root.epilogue.end());
    all.insert(all.end(), added.begin(), added.end());
    // Elementwise kernels have the numbers of rows elsewhere.
    const bool binds_rows =
        own.source == ir::kAbsent &&
        std::ranges::any_of(all, [](const EpilogueStep& step) { return step.rows.exists(); });
    return all.size() < kMaxEpilogueSteps &&
           CountOperands(all) + (binds_rows ? 1 : 0) <= kMaxEpilogueOperands;
  }

  // A tensor that some earlier dispatch, the host or the model provides when `root` runs.
  bool ExistsBefore(ir::TensorId id, const FusedNode& root) const {
    if (graph_.tensor(id).is_known()) return true;
    const auto made_by = std::ranges::find_if(roots_, [&](const FusedNode& other) {
      const auto& own = Node(other.position).outputs;
      return other.output == id || std::ranges::find(own, id) != own.end();
    });
    if (made_by != roots_.end()) return &*made_by < &root;
    return !pending_pads_.Makes(id) && pending_operands_.Find(id) == nullptr;
  }

  // Rows of another tensor that a binary node reads beside a value of which it is a step.
  bool BecomeOperand(int position) {
    const ir::TensorId output = Node(position).outputs[0];
    if (MatchAt(position) != nullptr || !IsPrivate(output)) return false;
    const int reader = readers_[static_cast<size_t>(output)].front();
    if (MatchAt(reader) != nullptr) return false;
    const auto operand = AsOperand(View(position), position, View(reader));
    if (operand) pending_operands_.Add(*operand);
    return operand.has_value();
  }

  // What the node reads has to be in memory after all. False: there is nothing of that kind.
  bool AddOperandsOf(int position) {
    const size_t before = roots_.size();
    for (const ir::TensorId id : InputsOf(position)) {
      const PendingOperand* pending = pending_operands_.Find(id);
      if (pending == nullptr) continue;
      const int operand = pending->position;
      pending_operands_.Remove(operand);
      AddRoot(operand, true);
    }
    return roots_.size() > before;
  }

  // Zeros around height and width whose readers can all pad by themselves are no dispatch.
  bool BecomePadding(int position) {
    const ir::Node& node = Node(position);
    const ir::TensorId output = node.outputs[0];
    const std::vector<int>& readers = readers_[static_cast<size_t>(output)];
    if (FindOp(node)->as_padding == nullptr || readers.empty() || must_exist_[static_cast<size_t>(output)])
      return false;
    PendingPads pads;
    for (const int reader : readers) {
      const ir::TensorId seen = SeenBy(reader, output);
      std::optional<PendingPad> pad = PadSeenAs(View(position), graph_.tensor(seen).dims);
      if (!pad || !(seen == output ? PutsZeros(reader, seen) : AllPutZeros(seen))) return false;
      pad->padded = seen;
      pad->position = position;
      if (seen != output) pad->between = reader;
      pads.Add(*std::move(pad));
    }
    pending_pads_.Add(pads);
    return true;
  }

  // What readers of the tensor see: the output of a node that gives it other dims, or itself.
  ir::TensorId SeenBy(int reader, ir::TensorId id) const {
    const ir::Node& node = Node(reader);
    const bool is_alias = MatchAt(reader) == nullptr && !is_within_[static_cast<size_t>(reader)] &&
                          FindSignature(graph_, node)->lower == LowerToAlias;
    const bool is_same = is_alias && graph_.tensor(node.outputs[0]).type == graph_.tensor(id).type;
    return is_same ? node.outputs[0] : id;
  }
  bool PutsZeros(int reader, ir::TensorId id) const {
    const ir::Node& node = Node(reader);
    return MatchAt(reader) == nullptr && FindOp(node)->takes_padding && node.inputs[0] == id &&
           std::ranges::count(node.inputs, id) == 1;
  }
  bool AllPutZeros(ir::TensorId id) const {
    const std::vector<int>& readers = readers_[static_cast<size_t>(id)];
    return !readers.empty() && !must_exist_[static_cast<size_t>(id)] &&
           std::ranges::all_of(readers, [&](int reader) { return PutsZeros(reader, id); });
  }

  void TakePadding(FusedNode& root) {
    const ir::Node& node = Node(root.position);
    if (node.inputs.empty()) return;
    const PendingPad* pad = pending_pads_.Find(node.inputs[0]);
    if (pad == nullptr) return;
    root.has_padding = true;
    root.padding = pad->zeros;
    root.input = pad->source;
    root.input_dims = pad->source_dims;
    root.fused_positions.push_back(pad->position);
    if (pad->between >= 0) root.fused_positions.push_back(pad->between);
  }

  const ir::Graph& graph_;
  const gpu::DeviceLimits& limits_;
  std::vector<bool> must_exist_;
  // By TensorId, the positions of its readers inside the partition, each as often as it reads.
  std::vector<std::vector<int>> readers_;
  std::vector<int> root_of_;  // index into roots_ of the root whose output the tensor is
  std::vector<std::shared_ptr<const FusionMatch>> match_;  // by position of its last node
  std::vector<bool> is_within_;  // by position: a match has the node before its last
  PendingPads pending_pads_;
  PendingOperands pending_operands_;
  std::vector<FusedNode> roots_;
};

}  // namespace

std::vector<FusedNode> Fuse(const ir::Graph& graph, std::span<const int> positions,
                            std::span<const ir::TensorId> outputs, const gpu::DeviceLimits& limits,
                            bool enable) {
  Fuser fuser(graph, positions, outputs, limits, enable);
  for (const int position : positions) {
    const ir::Node& node = graph.nodes[static_cast<size_t>(position)];
    const bool known = std::ranges::all_of(
        node.outputs, [&](ir::TensorId id) { return id == ir::kAbsent || graph.tensor(id).is_known(); });
    if (!known) fuser.Add(position, enable);
  }
  return fuser.Take();
}

}  // namespace litevk
