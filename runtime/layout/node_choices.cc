#include "runtime/layout/node_choices.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "runtime/base/printable.h"
#include "runtime/layout/flattened_rows.h"

namespace litevk {
namespace {

constexpr int64_t kMostElements = int64_t{1} << 34;
// Costs, lexicographic: elements moved, conversions, states in another layout than TFLite's, conversions
// inside the graph.
constexpr int64_t kOfElement = int64_t{1} << 22;
constexpr int64_t kOfConversion = int64_t{1} << 12;
constexpr int64_t kOfState = int64_t{1} << 6;

int64_t CostOfMove(const ir::Shape& dims, const LayoutPair& pair) {
  if (!MovesElements(dims, pair[0], pair[1])) return kOfConversion;
  return std::min(dims.NumElements(), kMostElements) * kOfElement + kOfConversion;
}

class Builder {
 public:
  explicit Builder(const LayoutGraph& graph) : graph_(graph) {
    choices_.pairs = FindLayoutPairs(graph);
    choices_.problem.tensors.resize(graph.graph->tensors.size());
    for (const KeptState& state : graph.states) choices_.states.push_back(ChoiceOf(state));
    for (size_t i = 0; i < graph.rules.size(); ++i) choices_.nodes.push_back(Classify(static_cast<int>(i)));
  }

  Result<NodeChoices> Build() {
    AddEdges();
    for (size_t i = 0; i < choices_.nodes.size(); ++i) AddNode(i);
    for (const auto& [id, permutation] : graph_.named) LITEVK_RETURN_IF_ERROR(FixProducer(id, permutation));
    for (size_t i = 0; i < graph_.states.size(); ++i) LITEVK_RETURN_IF_ERROR(FixState(i));
    return std::move(choices_);
  }

 private:
  const LayoutPair& PairOf(ir::TensorId id) const { return choices_.pairs[static_cast<size_t>(id)]; }
  bool HasChoice(ir::TensorId id) const {
    return graph_.HasPermutation(id) && PairOf(id)[0] != PairOf(id)[1];
  }
  bool MovesNothing(ir::TensorId id) const {
    return HasChoice(id) && !MovesElements(graph_.tensor(id).dims, PairOf(id)[0], PairOf(id)[1]);
  }

  // Keeps the state in TFLite's own layout if operators need different ones.
  StateChoice ChoiceOf(const KeptState& state) {
    StateChoice choice;
    for (const ir::TensorId id : state.values) {
      if (HasChoice(id)) choice.pair = PairOf(id);
    }
    const bool agrees = std::ranges::all_of(state.values, [&](ir::TensorId id) {
      return !graph_.HasPermutation(id) || PairOf(id) == choice.pair;
    });
    if (!state.may_move || !agrees || choice.pair[0] == choice.pair[1]) return {};
    choice.variable = choices_.problem.AddVariable();
    choices_.problem.costs.back()[choice.pair[0].empty() ? 1 : 0] = kOfState;
    return choice;
  }

  NodeChoice Classify(int position) {
    const int state = graph_.state_of[static_cast<size_t>(position)];
    if (state >= 0 && choices_.states[static_cast<size_t>(state)].variable >= 0)
      return {NodeKind::kKept, choices_.states[static_cast<size_t>(state)].variable};
    const ir::Node& node = graph_.graph->nodes[static_cast<size_t>(position)];
    const LayoutRule kind = graph_.rules[static_cast<size_t>(position)].kind;
    const bool has_choice = std::ranges::any_of(node.inputs, [&](int id) { return HasChoice(id); }) ||
                            std::ranges::any_of(node.outputs, [&](int id) { return HasChoice(id); });
    if (!has_choice) return {};
    // A tensor whose conversions move nothing is no reason to give both sides one variable.
    const bool is_reshape = kind == LayoutRule::kReshaped;
    if (is_reshape && MovesNothing(node.inputs[0])) {
      const bool is_free = MovesNothing(node.outputs[0]);
      return {.variable = is_free ? choices_.problem.AddVariable() : -1, .reads_any_layout = true};
    }
    if (FollowsPairs(graph_, position, choices_.pairs))
      return {NodeKind::kFollows, choices_.problem.AddVariable()};
    if (kind == LayoutRule::kTransposed) {
      return {
          .kind = NodeKind::kAnyLayout, .variable = choices_.problem.AddVariable(), .reads_any_layout = true};
    }
    return ClassifyFixed(position);
  }

  NodeChoice ClassifyFixed(int position) {
    const ir::Node& node = graph_.graph->nodes[static_cast<size_t>(position)];
    NodeChoice choice;
    const bool is_reshape = graph_.rules[static_cast<size_t>(position)].kind == LayoutRule::kReshaped;
    if (is_reshape && MovesNothing(node.outputs[0])) choice.variable = choices_.problem.AddVariable();
    if (node.inputs.empty() || !HasChoice(node.inputs[0])) return choice;
    choice.columns_of = FindRowReader(graph_, position, PairOf(node.inputs[0]));
    choice.reads_any_layout = choice.columns_of >= 0;
    return choice;
  }

  TensorChoice& Tensor(ir::TensorId id) { return choices_.problem.tensors[static_cast<size_t>(id)]; }

  LayoutPort FixedPort(ir::TensorId id, const Permutation& permutation) const {
    const LayoutPair& pair = PairOf(id);
    if (permutation == pair[0]) return {-1, 0};
    return {-1, permutation == pair[1] ? 1 : kOtherLayout};
  }

  void AddEdges() {
    for (size_t i = 0; i < choices_.pairs.size(); ++i) {
      const auto id = static_cast<ir::TensorId>(i);
      if (!HasChoice(id)) continue;
      Tensor(id).cost = CostOfMove(graph_.tensor(id).dims, PairOf(id));
      Tensor(id).producer = FixedPort(id, Permutation());
    }
    for (const auto& ids : {graph_.graph->inputs, graph_.graph->outputs}) {
      for (const ir::TensorId id : ids) {
        if (HasChoice(id)) --Tensor(id).cost;
      }
    }
    for (const ir::TensorId id : graph_.graph->inputs) {
      if (HasChoice(id)) Tensor(id).producer = FixedPort(id, graph_.EdgeLayout(id));
    }
    for (const ir::TensorId id : graph_.graph->outputs) {
      if (HasChoice(id)) Tensor(id).readers.push_back(FixedPort(id, graph_.EdgeLayout(id)));
    }
  }

  void AddNode(size_t position) {
    const ir::Node& node = graph_.graph->nodes[position];
    for (size_t i = 0; i < node.inputs.size(); ++i) AddReader(position, i);
    for (size_t i = 0; i < node.outputs.size(); ++i) {
      if (!HasChoice(node.outputs[i])) continue;
      const int variable = choices_.nodes[position].variable;
      Tensor(node.outputs[i]).producer = variable >= 0
                                             ? LayoutPort{variable, 0}
                                             : FixedPort(node.outputs[i], graph_.fixed[position].outputs[i]);
    }
  }

  void AddReader(size_t position, size_t input) {
    const NodeChoice& choice = choices_.nodes[position];
    const ir::TensorId id = graph_.graph->nodes[position].inputs[input];
    if (choice.kind == NodeKind::kFollows && Contains(graph_.rules[position].stretched, input)) {
      AddStretched(position, id, choice.variable);
    }
    if (!HasChoice(id) || (input == 0 && choice.reads_any_layout)) return;
    const bool follows = choice.kind == NodeKind::kKept || (choice.kind == NodeKind::kFollows &&
                                                            Contains(graph_.rules[position].operands, input));
    Tensor(id).readers.push_back(follows ? LayoutPort{choice.variable, 0}
                                         : FixedPort(id, graph_.fixed[position].inputs[input]));
  }

  // An operand of fewer dims is read in its own layout, and permuted after dims are added.
  void AddStretched(size_t position, ir::TensorId id, int variable) {
    if (!graph_.HasPermutation(id)) return;
    const ir::TensorId output = graph_.graph->nodes[position].outputs[0];
    const ir::Shape dims = graph_.tensor(id).dims.ExpandedTo(graph_.tensor(output).dims.rank());
    for (size_t label : {0, 1}) {
      const Permutation& permutation = PairOf(output)[label];
      if (permutation.empty() || dims.NumElements() == 1) continue;
      choices_.problem.costs[static_cast<size_t>(variable)][label] +=
          CostOfMove(dims, {Permutation(), permutation});
    }
  }

  static bool Contains(const std::vector<int>& inputs, size_t input) {
    return std::ranges::find(inputs, static_cast<int>(input)) != inputs.end();
  }

  Status FixProducer(ir::TensorId id, const Permutation& permutation) {
    const LayoutPort producer = HasChoice(id) ? Tensor(id).producer : LayoutPort();
    const LayoutPort wanted =
        HasChoice(id) || permutation.empty() ? FixedPort(id, permutation) : LayoutPort{-1, kOtherLayout};
    int found = producer.label;
    if (producer.variable >= 0) {
      int& fixed = choices_.problem.fixed[static_cast<size_t>(producer.variable)];
      if (fixed < 0) fixed = wanted.label;
      found = fixed;
    }
    if (wanted.label != kOtherLayout && found == wanted.label) return {};
    return Contradiction(graph_.tensor(id).name);
  }

  Status FixState(size_t number) {
    const KeptState& state = graph_.states[number];
    const StateChoice& choice = choices_.states[number];
    if (!state.named || (choice.variable < 0 && state.named->empty())) return {};
    const auto label = static_cast<int>(std::ranges::find(choice.pair, *state.named) - choice.pair.begin());
    if (choice.variable < 0 || label > 1) return Contradiction(state.name);
    int& fixed = choices_.problem.fixed[static_cast<size_t>(choice.variable)];
    if (fixed < 0) fixed = label;
    return fixed == label ? Status() : Contradiction(state.name);
  }

  static Status Contradiction(const std::string& name) {
    return InvalidArgument("layout of tensor " + Printable(name) +
                           ": expected one that its operator and other layouts allow, found a contradiction");
  }

  const LayoutGraph& graph_;
  NodeChoices choices_;
};

}  // namespace

Result<NodeChoices> FindChoices(const LayoutGraph& graph) { return Builder(graph).Build(); }

}  // namespace litevk
