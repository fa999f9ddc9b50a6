#include "delegate/fuse/fuse.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "delegate/fuse/matched_nodes.h"
#include "delegate/fuse/pending_operands.h"
#include "delegate/fuse/pending_pads.h"

namespace litevk {
namespace {

class Fuser {
 public:
  Fuser(const JudgedGraph& judged, std::span<const int> positions, std::span<const ir::TensorId> outputs,
        bool enable)
      : nodes_(judged, positions, outputs, enable),
        root_of_(judged.graph.tensors.size(), -1),
        own_root_of_(judged.graph.tensors.size(), -1) {}

  void Add(int position, bool enable) {
    if (nodes_.IsWithin(position) || pending_pads_.Contains(position)) return;
    if (enable && (JoinProducer(position) || BecomePadding(position) || BecomeOperand(position))) return;
    if (enable && AddOperandsOf(position) && JoinProducer(position)) return;
    AddRoot(position, enable);
  }

  std::vector<FusedNode> Take() { return std::move(roots_); }

 private:
  void AddRoot(int position, bool enable) {
    FusedNode root{.position = position,
                   .kernel = &nodes_.KernelAt(position),
                   .match = nodes_.MatchAt(position),
                   .epilogue = {.arithmetic = TakenArithmetic(nodes_.View(position))},
                   .output = nodes_.Node(position).outputs[0]};
    if (root.match != nullptr) {
      root.input = root.match->input();
      root.fused_positions = root.match->positions;
    } else if (enable) {
      TakePadding(root);
    }
    root_of_[static_cast<size_t>(root.output)] = static_cast<int>(roots_.size());
    for (const ir::TensorId id : nodes_.Node(position).outputs) {
      if (id != ir::kAbsent) own_root_of_[static_cast<size_t>(id)] = static_cast<int>(roots_.size());
    }
    roots_.push_back(std::move(root));
  }

  // Appends the node to the epilogue of the dispatch that computes one of its inputs.
  bool JoinProducer(int position) {
    const std::vector<ir::TensorId> inputs = nodes_.InputsOf(position);
    // The later root of two candidates is taken, since the other's value exists by then.
    std::vector<std::pair<int, int>> candidates;  // root, input
    for (size_t input = 0; input < inputs.size(); ++input) {
      const ir::TensorId id = inputs[input];
      if (id == ir::kAbsent || !nodes_.IsPrivate(id)) continue;
      const int root = root_of_[static_cast<size_t>(id)];
      if (root >= 0) candidates.emplace_back(root, static_cast<int>(input));
    }
    std::ranges::sort(candidates, std::greater<>());
    return std::ranges::any_of(candidates, [&](const auto& candidate) {
      FusedNode& root = roots_[static_cast<size_t>(candidate.first)];
      return root.epilogue.is_open() &&
             (JoinSteps(position, root, candidate.second) || JoinStore(position, root));
    });
  }

  bool JoinSteps(int position, FusedNode& root, int input) {
    auto steps = nodes_.StepsOf(position, input);
    const PendingOperand* operand = pending_operands_.ReadAtSource(steps);
    if (steps.empty() || !Knows(root, steps) || !Fits(root, steps) || !CanRead(root, steps)) return false;
    if (operand != nullptr) {
      root.KeepRows(operand->rows);
      root.fused_positions.push_back(operand->position);
      pending_operands_.Remove(operand->output);
    }
    root.epilogue.steps.insert(root.epilogue.steps.end(), steps.begin(), steps.end());
    Append(position, root);
    return true;
  }

  // True if the operands of the steps exist when `root` runs. Packed values are read beside the words of its
  // result.
  bool CanRead(const FusedNode& root, const std::vector<EpilogueStep>& steps) const {
    return std::ranges::all_of(steps, [&](const EpilogueStep& step) {
      return step.operand == ir::kAbsent ||
             (ExistsBefore(step.operand, root) && (!root.epilogue.is_packed() || HasWholeWords(root)));
    });
  }

  // Lets the root convert its values as it stores them, as the node does. Floats that an elementwise node
  // reads are best converted in that node's dispatch.
  bool JoinStore(int position, FusedNode& root) {
    if (!StoresWords(root) || BeginsChain(position)) return false;
    StorageConversion store = nodes_.StoreOf(position);
    if (!store.exists()) return false;
    root.epilogue.store = std::move(store);
    Append(position, root);
    return true;
  }

  // True if the values of the root, stored as values of 8 bits, would be whole words.
  bool StoresWords(const FusedNode& root) const {
    const GpuKernel& kernel = *root.kernel;
    const auto stores_fours = kernel.epilogue.stores_fours;
    return kernel.form == Form::kComputes && HasWholeWords(root) &&
           (stores_fours == nullptr || stores_fours(nodes_.View(root.position)));
  }

  // True if rows of the root's result are whole words. Else they are copied from words that are in no such
  // order.
  bool HasWholeWords(const FusedNode& root) const {
    return nodes_.View(root.position).output().dims.channels() % 4 == 0;
  }

  // True if elementwise nodes will follow the node within its dispatch, whose input is best read as it is.
  bool BeginsChain(int position) const {
    const ir::TensorId output = nodes_.Node(position).outputs[0];
    return nodes_.IsPrivate(output) && nodes_.IsElementwise(nodes_.ReadersOf(output).front());
  }

  // Makes the node the last one of the root's dispatch.
  void Append(int position, FusedNode& root) {
    root.fused_positions.push_back(position);
    if (const auto& match = nodes_.MatchAt(position)) {
      root.fused_positions.insert(root.fused_positions.end(), match->positions.begin(),
                                  match->positions.end());
    }
    root_of_[static_cast<size_t>(root.output)] = -1;
    root.output = nodes_.Node(position).outputs[0];
    root_of_[static_cast<size_t>(root.output)] = static_cast<int>(&root - roots_.data());
  }

  // True if the root's kernel knows the steps. Kernels of elementwise operators know every step, the others
  // only the steps of all kernels.
  bool Knows(const FusedNode& root, const std::vector<EpilogueStep>& steps) const {
    return nodes_.IsElementwise(root.position) ||
           std::ranges::all_of(steps, [](const EpilogueStep& step) { return IsEverywhere(step.op); });
  }

  // True if the root's own steps and operand tensors stay within the limits of its arithmetic together with
  // the fused ones. Its own are its activation, or the root itself when it is elementwise.
  bool Fits(const FusedNode& root, const std::vector<EpilogueStep>& added) const {
    const EpilogueArithmetic& arithmetic = *root.epilogue.arithmetic;
    std::vector<EpilogueStep> all = OwnStepsOf(nodes_.View(root.position), root).steps;
    all.insert(all.end(), root.epilogue.steps.begin(), root.epilogue.steps.end());
    all.insert(all.end(), added.begin(), added.end());
    const auto reads = [](const EpilogueStep& step) { return step.operand != ir::kAbsent; };
    if (arithmetic.is_packed && std::any_of(all.begin() + 1, all.end(), reads)) return false;
    return all.size() <= arithmetic.most_steps && CountOperands(all) <= arithmetic.most_operands;
  }

  // True if an earlier dispatch, the host or the model provides the tensor when `root` runs.
  bool ExistsBefore(ir::TensorId id, const FusedNode& root) const {
    if (nodes_.graph().tensor(id).is_known()) return true;
    const int own = own_root_of_[static_cast<size_t>(id)];
    const int made_by = own >= 0 ? own : root_of_[static_cast<size_t>(id)];
    if (made_by >= 0) return made_by < static_cast<int>(&root - roots_.data());
    return !pending_pads_.Makes(id) && pending_operands_.Find(id) == nullptr;
  }

  // Leaves the node's output unwritten if its reader is a binary step of another dispatch, which can read the
  // rows of the node's source.
  bool BecomeOperand(int position) {
    const ir::TensorId output = nodes_.Node(position).outputs[0];
    if (nodes_.MatchAt(position) != nullptr || !nodes_.IsPrivate(output)) return false;
    const int reader = nodes_.ReadersOf(output).front();
    if (nodes_.MatchAt(reader) != nullptr) return false;
    const auto operand = AsOperand(nodes_.View(position), position, nodes_.View(reader));
    if (operand) pending_operands_.Add(*operand);
    return operand.has_value();
  }

  // Adds dispatches for pending operands of the node, which have to be in memory after all. Returns false if
  // there are none.
  bool AddOperandsOf(int position) {
    const size_t before = roots_.size();
    for (const ir::TensorId id : nodes_.InputsOf(position)) {
      const PendingOperand* pending = pending_operands_.Find(id);
      if (pending == nullptr) continue;
      const int operand = pending->position;
      pending_operands_.Remove(id);
      AddRoot(operand, true);
    }
    return roots_.size() > before;
  }

  bool BecomePadding(int position) {
    const auto pads = PadsOf(nodes_, position);
    if (pads) pending_pads_.Add(*pads);
    return pads.has_value();
  }

  void TakePadding(FusedNode& root) {
    const ir::Node& node = nodes_.Node(root.position);
    if (node.inputs.empty()) return;
    const PendingPad* pad = pending_pads_.Find(node.inputs[0]);
    if (pad == nullptr) return;
    root.has_padding = true;
    root.padding = pad->zeros;
    root.input = pad->source;
    root.fused_positions.push_back(pad->position);
    if (pad->between.empty()) return;
    root.input_dims = pad->source_dims;
    root.fused_positions.insert(root.fused_positions.end(), pad->between.begin(), pad->between.end());
  }

  MatchedNodes nodes_;
  std::vector<int> root_of_;  // by ir::TensorId, index into roots_ of the root whose output it is; -1: none
  std::vector<int> own_root_of_;  // by ir::TensorId, of the root whose node writes it by itself; -1: none
  PendingPads pending_pads_;
  PendingOperands pending_operands_;
  std::vector<FusedNode> roots_;
};

}  // namespace

std::vector<FusedNode> Fuse(const JudgedGraph& judged, std::span<const int> positions,
                            std::span<const ir::TensorId> outputs, bool enable) {
  Fuser fuser(judged, positions, outputs, enable);
  for (const int position : positions) {
    const bool known = std::ranges::all_of(judged.Node(position).outputs, [&](ir::TensorId id) {
      return id == ir::kAbsent || judged.graph.tensor(id).is_known();
    });
    if (!known) fuser.Add(position, enable);
  }
  return fuser.Take();
}

}  // namespace litevk
