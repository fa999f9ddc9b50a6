#include "delegate/fuse/fusion.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <utility>

#include "runtime/ir/graph_index.h"
#include "runtime/tflite/builtin_params.h"
#include "runtime/values/fold.h"

namespace litevk {
namespace {

// Relative tolerance of a pattern's scalars. They are written with as many digits as float32 has, or are sums
// and products of such scalars.
constexpr float kScalarTolerance = 2e-6F;

// Returns the value of a known float tensor of one element; nothing for other tensors.
std::optional<float> KnownScalar(const ir::Graph& graph, ir::TensorId id) {
  const ir::Tensor& tensor = graph.tensor(id);
  if (!tensor.is_known() || tensor.dims.NumElements() != 1) return std::nullopt;
  const auto value = EvaluateKnown(graph, id);
  if (!value.ok() || value->As<float>().empty()) return std::nullopt;
  return value->As<float>()[0];
}

// Matches one pattern at one node. Takes the first alternative of a rule that fits, whatever its neighbours
// then need: rules are written so that no other would be right.
class Matcher {
 public:
  Matcher(const ir::Graph& graph, const ir::GraphIndex& index, const std::vector<bool>& is_taken,
          const Fusion& fusion)
      : graph_(graph),
        index_(index),
        is_taken_(is_taken),
        fusion_(fusion),
        made_(fusion.rules.size(), ir::kAbsent) {}

  std::optional<FusionMatch> MatchAt(int position) {
    match_ = {.fusion = &fusion_, .root = position};
    match_.captured.assign(fusion_.captures.size(), ir::kAbsent);
    const ir::TensorId value = Node(position).outputs[0];
    if (!IsMade(value, fusion_.rules.front().name) || match_.input() == ir::kAbsent) return std::nullopt;
    std::erase(match_.positions, position);
    if (graph_.tensor(match_.input()).dims != graph_.tensor(value).dims || !IsSelfContained()) {
      return std::nullopt;
    }
    auto steps = fusion_.steps(graph_, match_);
    if (!steps) return std::nullopt;
    match_.steps = *std::move(steps);
    return match_;
  }

 private:
  const ir::Node& Node(int position) const { return graph_.nodes[static_cast<size_t>(position)]; }

  bool Is(ir::TensorId id, std::string_view name) {
    if (name.empty()) return true;
    const auto capture = std::ranges::find(fusion_.captures, name, &FusionCapture::name);
    if (capture == fusion_.captures.end()) return IsMade(id, name);
    return IsCaptured(id, *capture, match_.captured[static_cast<size_t>(capture - fusion_.captures.begin())]);
  }

  bool IsCaptured(ir::TensorId id, const FusionCapture& capture, ir::TensorId& captured) const {
    if (!capture.types.contains(graph_.tensor(id).type)) return false;
    if (!capture.is_scalar) {
      if (captured == ir::kAbsent) captured = id;
      return captured == id;
    }
    const std::optional<float> value = KnownScalar(graph_, id);
    if (!value) return false;
    const std::optional<float> wanted =
        captured == ir::kAbsent ? capture.value : KnownScalar(graph_, captured);
    if (wanted && !(std::abs(*value - *wanted) <= kScalarTolerance * std::abs(*wanted))) return false;
    if (captured == ir::kAbsent) captured = id;
    return true;
  }

  // True if the rules of `name` make the tensor. A name stands for one tensor, as the alternatives of its
  // rules compute different values.
  bool IsMade(ir::TensorId id, std::string_view name) {
    const auto first = std::ranges::find(fusion_.rules, name, &FusionRule::name);
    const auto index = static_cast<size_t>(first - fusion_.rules.begin());
    if (made_[index] != ir::kAbsent) return made_[index] == id;
    const int position = index_.ProducerOf(id);
    if (position < 0 || is_taken_[static_cast<size_t>(position)] || graph_.tensor(id).is_known())
      return false;
    if (std::ranges::none_of(fusion_.rules, [&](const FusionRule& rule) {
          return rule.name == name && MakesBy(position, rule);
        })) {
      return false;
    }
    made_[index] = id;
    return true;
  }

  bool MakesBy(int position, const FusionRule& rule) {
    const ir::Node& node = Node(position);
    if (node.custom_op != nullptr || node.op_code != rule.op_code) return false;
    if (node.outputs.size() != 1 || node.inputs.size() < rule.operands.size()) return false;
    if (rule.holds != nullptr && !rule.holds({graph_, node})) return false;
    const auto before = std::pair(match_, made_);
    if (!Contains(position)) match_.positions.push_back(position);
    const FusionMatch entered = match_;
    if (OperandsAre(node, rule, false)) return true;
    match_ = entered;
    made_ = before.second;
    if (rule.in_any_order && OperandsAre(node, rule, true)) return true;
    std::tie(match_, made_) = before;
    return false;
  }

  bool OperandsAre(const ir::Node& node, const FusionRule& rule, bool swapped) {
    for (size_t i = 0; i < rule.operands.size(); ++i) {
      const ir::TensorId id = node.inputs[swapped ? 1 - i : i];
      if (id == ir::kAbsent || !Is(id, rule.operands[i])) return false;
    }
    return true;
  }

  bool Contains(int position) const {
    return std::ranges::find(match_.positions, position) != match_.positions.end();
  }

  // True if only nodes of the match read what the nodes before the last one make. The dispatch in their
  // place, which writes none of these tensors, must not read them either.
  bool IsSelfContained() const {
    return std::ranges::all_of(match_.positions, [&](int position) {
      const ir::TensorId made = Node(position).outputs[0];
      const bool is_captured = std::ranges::find(match_.captured, made) != match_.captured.end();
      return !is_captured && !index_.IsOutput(made) &&
             std::ranges::all_of(index_.ConsumersOf(made),
                                 [&](int reader) { return reader == match_.root || Contains(reader); });
    });
  }

  const ir::Graph& graph_;
  const ir::GraphIndex& index_;
  const std::vector<bool>& is_taken_;
  const Fusion& fusion_;
  FusionMatch match_;
  std::vector<ir::TensorId> made_;  // by the first rule of a name: what the name stands for
};

}  // namespace

float ScalarOf(const ir::Graph& graph, const FusionMatch& match, size_t index) {
  return KnownScalar(graph, match.captured[index]).value_or(0.0F);
}

bool HasNoActivation(const ir::NodeView& view) {
  return view.params<abi::TfLiteArithmeticParams>().activation == abi::kTfLiteActNone;
}

bool ReducesRows(const ir::NodeView& view) {
  const int rank = view.input(0).dims.rank();
  if (!view.params<abi::TfLiteReducerParams>().keep_dims || !view.input_is_known(1) || rank == 0)
    return false;
  if (view.input(1).constness != ir::Constness::kStored) return false;
  const std::vector<int> axes = ir::StoredInts(view.input(1));
  return axes.size() == 1 && (axes[0] == -1 || axes[0] == rank - 1);
}

// Searches from the last node on, so that the largest patterns find their nodes free.
std::vector<FusionMatch> FindFusions(const ir::Graph& graph, std::span<const int> positions,
                                     std::span<const ir::TensorId> outputs) {
  const ir::GraphIndex index(graph, positions, outputs);
  std::vector<bool> is_taken(graph.nodes.size());
  std::vector<FusionMatch> matches;
  for (size_t i = positions.size(); i-- > 0;) {
    const int position = positions[i];
    if (is_taken[static_cast<size_t>(position)]) continue;
    for (const Fusion* fusion : Fusions()) {
      auto match = Matcher(graph, index, is_taken, *fusion).MatchAt(position);
      if (!match) continue;
      is_taken[static_cast<size_t>(position)] = true;
      for (const int other : match->positions) is_taken[static_cast<size_t>(other)] = true;
      matches.push_back(*std::move(match));
      break;
    }
  }
  return matches;
}

}  // namespace litevk
