#include "runtime/layout/layout_rule.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "runtime/opset/op_info.h"

namespace litevk {
namespace {

using Letters = std::vector<std::string_view>;

// Returns the letters of an operand. The last entry applies to all further operands.
std::string_view LettersAt(const Letters& letters, size_t index) {
  return letters.empty() ? std::string_view() : letters[std::min(index, letters.size() - 1)];
}

bool Follows(const Layout& layout, size_t input) {
  return layout.inputs.empty() || LettersAt(layout.inputs, input) == kAnyLayout;
}

// Returns the input of that name; null if the name is an option's or the node omits the input.
const ir::Tensor* FindInput(const ir::Graph& graph, const ir::Node& node, const OpInfo& info,
                            std::string_view name) {
  const auto found = std::ranges::find(info.operands.inputs, name);
  const auto index = static_cast<size_t>(found - info.operands.inputs.begin());
  if (found == info.operands.inputs.end() || index >= node.inputs.size()) return nullptr;
  return node.inputs[index] == ir::kAbsent ? nullptr : &graph.tensor(node.inputs[index]);
}

// True if the operands that name dims are known, so that they can be remapped.
bool KnowsWhatMoves(const ir::Graph& graph, const ir::Node& node, const OpInfo& info) {
  return std::ranges::all_of(info.layout.moved, [&](const MovedAttribute& attribute) {
    const ir::Tensor* operand = FindInput(graph, node, info, attribute.name);
    return operand == nullptr || operand->is_known();
  });
}

bool NamesAxes(const Layout& layout) {
  return std::ranges::any_of(layout.moved,
                             [](const MovedAttribute& each) { return each.moves == Moves::kAxis; });
}

// Checks ranks and axes, since a damaged node, which is refused when it is written, may have any.
NodeRule TransposeRule(const ir::Graph& graph, const ir::Node& node, const OpInfo& info) {
  const ir::Tensor* perm = FindInput(graph, node, info, info.layout.moved.front().name);
  NodeRule rule{.kind = LayoutRule::kTransposed, .operands = {0}};
  if (perm != nullptr) rule.dims = StoredInts(*perm);
  const int rank = graph.tensor(node.inputs[0]).dims.rank();
  for (int& dim : rule.dims) dim += dim < 0 ? rank : 0;
  Permutation sorted = rule.dims;
  std::ranges::sort(sorted);
  const bool fits = sorted == WithAllDims({}, rank) && graph.tensor(node.outputs[0]).dims.rank() == rank;
  return fits ? rule : NodeRule();
}

// Returns the rule of a reduction whose result lacks the reduced dims.
NodeRule ReductionRule(const ir::Graph& graph, const ir::Node& node, const OpInfo& info) {
  if (info.layout.moved.size() != 1 || info.layout.moved.front().moves != Moves::kAxis) return {};
  const ir::Tensor* axes = FindInput(graph, node, info, info.layout.moved.front().name);
  const int rank = graph.tensor(node.inputs[0]).dims.rank();
  NodeRule rule{.kind = LayoutRule::kWithout, .operands = {0}};
  if (axes != nullptr) rule.dims = StoredInts(*axes);
  for (int& dim : rule.dims) dim += dim < 0 ? rank : 0;
  std::ranges::sort(rule.dims);
  // Not std::ranges::unique: clang 14 cannot compile it with this standard library.
  rule.dims.erase(std::unique(rule.dims.begin(), rule.dims.end()), rule.dims.end());
  const int left = rank - static_cast<int>(rule.dims.size());
  const bool are_dims = std::ranges::all_of(rule.dims, [&](int dim) { return dim >= 0 && dim < rank; });
  return are_dims && left == graph.tensor(node.outputs[0]).dims.rank() ? rule : NodeRule();
}

// Returns the rule of elementwise operators and those whose attributes can be remapped.
NodeRule SameRule(const ir::Graph& graph, const ir::Node& node, const OpInfo& info) {
  const int rank = graph.tensor(node.outputs[0]).dims.rank();
  if (info.layout.keeps_dims != nullptr && !info.layout.keeps_dims({graph, node})) return {};
  NodeRule rule{.kind = LayoutRule::kSame};
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    if (node.inputs[i] == ir::kAbsent || !Follows(info.layout, i)) continue;
    const int input_rank = graph.tensor(node.inputs[i]).dims.rank();
    if (input_rank > rank) return ReductionRule(graph, node, info);
    if (input_rank < rank && NamesAxes(info.layout)) return {};
    (input_rank == rank ? rule.operands : rule.stretched).push_back(static_cast<int>(i));
  }
  const bool agrees = std::ranges::all_of(node.outputs, [&](ir::TensorId id) {
    return id != ir::kAbsent && graph.tensor(id).dims.rank() == rank;
  });
  return agrees ? rule : NodeRule();
}

// Returns the rule of a matrix multiplication with each pixel's channels. Channels-first, it is a
// convolution.
NodeRule PointwiseRule(const ir::Graph& graph, const ir::Node& node) {
  if (node.inputs.size() < 2 || node.inputs[1] == ir::kAbsent) return {};
  const ir::Shape& image = graph.tensor(node.inputs[0]).dims;
  const ir::Shape& result = graph.tensor(node.outputs[0]).dims;
  const ir::Shape& weights = graph.tensor(node.inputs[1]).dims;
  const bool is_image = image.rank() == 4 && result.rank() == 4 && weights.rank() == 2;
  if (!is_image || image[3] != weights[1] || result[3] != weights[0]) return {};
  for (int dim = 0; dim < 3; ++dim) {
    if (image[dim] != result[dim]) return {};
  }
  return {.kind = LayoutRule::kPointwise, .operands = {0}};
}

bool IsPointwise(const Permutation& permutation) {
  return permutation.empty() || permutation[1] == static_cast<int>(permutation.size()) - 1;
}

Permutation FixedPermutation(const ir::Tensor& tensor, std::string_view letters) {
  const size_t dims = std::min(letters.size(), letters.find('>'));
  return static_cast<int>(dims) == tensor.dims.rank() ? PermutationOf(letters) : Permutation();
}

std::vector<Permutation> PermutationsOf(const ir::Graph& graph, const std::vector<ir::TensorId>& ids,
                                        const Letters& letters) {
  std::vector<Permutation> permutations(ids.size());
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] != ir::kAbsent)
      permutations[i] = FixedPermutation(graph.tensor(ids[i]), LettersAt(letters, i));
  }
  return permutations;
}

}  // namespace

NodeRule RuleOf(const ir::Graph& graph, const ir::Node& node, bool keeps_own_layout) {
  const OpInfo* info = FindOpInfo(node);
  if (info == nullptr || keeps_own_layout || node.inputs.empty() || node.outputs.empty()) return {};
  if (node.inputs[0] == ir::kAbsent || node.outputs[0] == ir::kAbsent) return {};
  const Layout& layout = info->layout;
  if (layout.keeps_elements) return {.kind = LayoutRule::kReshaped, .operands = {0}};
  if (layout.reads_strided) return PointwiseRule(graph, node);
  const bool moves = layout.role == LayoutRole::kTransparent || layout.role == LayoutRole::kAttribute;
  if (!moves || !KnowsWhatMoves(graph, node, *info)) return {};
  const bool permutes = !layout.moved.empty() && layout.moved.front().moves == Moves::kPermutation;
  return permutes ? TransposeRule(graph, node, *info) : SameRule(graph, node, *info);
}

std::optional<Permutation> PermutationAfter(const ir::Graph& graph, const ir::Node& node,
                                            const NodeRule& rule, const Permutation& operand) {
  const ir::Shape& from = graph.tensor(node.inputs[static_cast<size_t>(rule.operands.front())]).dims;
  switch (rule.kind) {
    case LayoutRule::kSame:
      return operand;
    case LayoutRule::kPointwise:
      return IsPointwise(operand) ? std::optional<Permutation>(operand) : std::nullopt;
    case LayoutRule::kTransposed:
      return TransposedPermutation(operand, rule.dims);
    case LayoutRule::kWithout:
      return PermutationWithout(operand, from.rank(), rule.dims);
    case LayoutRule::kReshaped:
      return ReshapedPermutation(operand, from, graph.tensor(node.outputs[0]).dims);
    case LayoutRule::kFixed:
      break;
  }
  return std::nullopt;
}

std::optional<Permutation> PermutationBefore(const ir::Graph& graph, const ir::Node& node,
                                             const NodeRule& rule, const Permutation& result) {
  const ir::Shape& from = graph.tensor(node.inputs[static_cast<size_t>(rule.operands.front())]).dims;
  switch (rule.kind) {
    case LayoutRule::kSame:
      return result;
    case LayoutRule::kPointwise:
      return IsPointwise(result) ? std::optional<Permutation>(result) : std::nullopt;
    case LayoutRule::kTransposed:
      return PermutationBeforeTranspose(result, rule.dims);
    case LayoutRule::kReshaped:
      return ReshapedPermutation(result, graph.tensor(node.outputs[0]).dims, from);
    case LayoutRule::kWithout:
    case LayoutRule::kFixed:
      break;
  }
  return std::nullopt;
}

FixedPermutations FixedPermutationsOf(const ir::Graph& graph, const ir::Node& node, bool keeps_own_layout) {
  static const Letters kNone;
  const OpInfo* info = FindOpInfo(node);
  const bool has_letters = info != nullptr && info->layout.role == LayoutRole::kImplicit && !keeps_own_layout;
  FixedPermutations permutations{
      PermutationsOf(graph, node.inputs, has_letters ? info->layout.inputs : kNone),
      PermutationsOf(graph, node.outputs, has_letters ? info->layout.outputs : kNone)};
  // A node whose rank differs from the letters', such as a SPACE_TO_BATCH_ND of three dims, keeps its own
  // order.
  const bool fits = has_letters && !permutations.outputs.empty() && !permutations.outputs.front().empty();
  if (!fits)
    return {std::vector<Permutation>(node.inputs.size()), std::vector<Permutation>(node.outputs.size())};
  return permutations;
}

}  // namespace litevk
