// Finds the two orders of each tensor (FindLayoutPairs).
#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "runtime/layout/layout_graph.h"

namespace litevk {
namespace {

bool IsChoice(const LayoutPair& pair) { return pair[0] != pair[1]; }

template <typename Map>
std::optional<LayoutPair> MapPair(const LayoutPair& pair, const Map& map) {
  std::optional<Permutation> first = map(pair[0]), second = map(pair[1]);
  if (!first || !second) return std::nullopt;
  return LayoutPair{std::move(*first), std::move(*second)};
}

class PairFinder {
 public:
  explicit PairFinder(const LayoutGraph& graph) : graph_(graph), pairs_(graph.graph->tensors.size()) {}

  // Lets the tensor choose between its own order and this one, unless it has a choice already.
  void Begin(ir::TensorId id, const Permutation& permutation) {
    Give(id, {Permutation(), permutation});
    for (; next_ < given_.size(); ++next_) Spread(given_[next_]);
  }

  bool has_choice(ir::TensorId id) const { return IsChoice(pairs_[static_cast<size_t>(id)]); }
  std::vector<LayoutPair> Take() { return std::move(pairs_); }

 private:
  // One of the two is always the tensor's own order, for operators that need it.
  void Give(ir::TensorId id, const LayoutPair& pair) {
    const bool has_own = pair[0].empty() || pair[1].empty();
    if (!graph_.HasPermutation(id) || has_choice(id) || !IsChoice(pair) || !has_own) return;
    pairs_[static_cast<size_t>(id)] = pair;
    given_.push_back(id);
  }

  void Spread(ir::TensorId id) {
    for (const int position : graph_.index.ConsumersOf(id)) SpreadToResults(position, id);
    const int producer = graph_.index.ProducerOf(id);
    if (producer >= 0) SpreadToOperands(producer, id);
    for (const KeptState& state : graph_.states) {
      if (!state.may_move || std::ranges::find(state.values, id) == state.values.end()) continue;
      for (const ir::TensorId value : state.values) Give(value, pairs_[static_cast<size_t>(id)]);
    }
  }

  void SpreadToResults(int position, ir::TensorId id) {
    const NodeRule& rule = graph_.rules[static_cast<size_t>(position)];
    const ir::Node& node = graph_.graph->nodes[static_cast<size_t>(position)];
    const bool follows = std::ranges::any_of(
        rule.operands, [&](int input) { return node.inputs[static_cast<size_t>(input)] == id; });
    if (!follows) return;
    const std::optional<LayoutPair> pair =
        MapPair(pairs_[static_cast<size_t>(id)], [&](const Permutation& permutation) {
          return PermutationAfter(*graph_.graph, node, rule, permutation);
        });
    if (!pair) return;
    for (const ir::TensorId output : node.outputs) Give(output, Simplified(rule, output, *pair));
  }

  void SpreadToOperands(int position, ir::TensorId id) {
    const NodeRule& rule = graph_.rules[static_cast<size_t>(position)];
    const ir::Node& node = graph_.graph->nodes[static_cast<size_t>(position)];
    if (rule.operands.empty()) return;
    const std::optional<LayoutPair> pair =
        MapPair(pairs_[static_cast<size_t>(id)], [&](const Permutation& permutation) {
          return PermutationBefore(*graph_.graph, node, rule, permutation);
        });
    if (!pair) return;
    for (const int operand : rule.operands) {
      const ir::TensorId input = node.inputs[static_cast<size_t>(operand)];
      Give(input, Simplified(rule, input, *pair));
    }
  }

  // Replaces an order that differs from TFLite's own only by dims of 1, as a TRANSPOSE may give, by TFLite's
  // own.
  LayoutPair Simplified(const NodeRule& rule, ir::TensorId id, LayoutPair pair) const {
    if (rule.kind != LayoutRule::kTransposed || id == ir::kAbsent) return pair;
    for (Permutation& permutation : pair) {
      if (!MovesElements(graph_.tensor(id).dims, permutation, Permutation())) permutation.clear();
    }
    return pair;
  }

  const LayoutGraph& graph_;
  std::vector<LayoutPair> pairs_;
  std::vector<ir::TensorId> given_;
  size_t next_ = 0;
};

void BeginAtFixed(const LayoutGraph& graph, PairFinder& finder) {
  for (size_t i = 0; i < graph.rules.size(); ++i) {
    if (graph.rules[i].kind != LayoutRule::kFixed) continue;
    const ir::Node& node = graph.graph->nodes[i];
    const FixedPermutations& permutations = graph.fixed[i];
    for (size_t k = 0; k < node.inputs.size(); ++k) finder.Begin(node.inputs[k], permutations.inputs[k]);
    for (size_t k = 0; k < node.outputs.size(); ++k) finder.Begin(node.outputs[k], permutations.outputs[k]);
  }
}

// Starts at TRANSPOSEs without a choice yet, so that one may move earlier or later and cancel another one.
void BeginAtTransposes(const LayoutGraph& graph, PairFinder& finder) {
  for (size_t i = 0; i < graph.rules.size(); ++i) {
    const ir::Node& node = graph.graph->nodes[i];
    if (graph.rules[i].kind != LayoutRule::kTransposed || finder.has_choice(node.outputs[0])) continue;
    finder.Begin(node.inputs[0], Plain(graph.rules[i].dims));
  }
}

bool IsSame(const ir::Shape& dims, LayoutRule kind, const std::optional<Permutation>& a,
            const Permutation& b) {
  if (!a) return false;
  const bool may_move_ones = kind == LayoutRule::kReshaped || kind == LayoutRule::kTransposed;
  return may_move_ones ? !MovesElements(dims, *a, b) : *a == b;
}

// Returns true if a constant operand can be permuted for either order of the results.
bool FollowsConstant(const LayoutGraph& graph, const ir::Node& node, const NodeRule& rule,
                     const std::vector<LayoutPair>& pairs) {
  return std::ranges::all_of(pairs[static_cast<size_t>(node.outputs[0])],
                             [&](const Permutation& permutation) {
                               return PermutationBefore(*graph.graph, node, rule, permutation).has_value();
                             });
}

}  // namespace

std::vector<LayoutPair> FindLayoutPairs(const LayoutGraph& graph) {
  PairFinder finder(graph);
  for (const auto& [id, permutation] : graph.named) finder.Begin(id, permutation);
  for (const KeptState& state : graph.states) {
    if (!state.may_move) continue;
    for (const ir::TensorId id : state.values) finder.Begin(id, state.named.value_or(Permutation()));
  }
  BeginAtFixed(graph, finder);
  for (const std::vector<ir::TensorId>* edges : {&graph.graph->inputs, &graph.graph->outputs}) {
    for (const ir::TensorId id : *edges) finder.Begin(id, graph.EdgeLayout(id));
  }
  BeginAtTransposes(graph, finder);
  return finder.Take();
}

bool FollowsPairs(const LayoutGraph& graph, int position, const std::vector<LayoutPair>& pairs) {
  const NodeRule& rule = graph.rules[static_cast<size_t>(position)];
  const ir::Node& node = graph.graph->nodes[static_cast<size_t>(position)];
  const auto agrees = [&](ir::TensorId input, ir::TensorId output, size_t label) {
    const std::optional<Permutation> after =
        PermutationAfter(*graph.graph, node, rule, pairs[static_cast<size_t>(input)][label]);
    return IsSame(graph.tensor(output).dims, rule.kind, after, pairs[static_cast<size_t>(output)][label]);
  };
  for (const int operand : rule.operands) {
    const ir::TensorId input = node.inputs[static_cast<size_t>(operand)];
    if (!graph.HasPermutation(input)) {
      if (!FollowsConstant(graph, node, rule, pairs)) return false;
      continue;
    }
    for (const ir::TensorId output : node.outputs) {
      if (!agrees(input, output, 0) || !agrees(input, output, 1)) return false;
    }
  }
  return !rule.operands.empty();
}

}  // namespace litevk
