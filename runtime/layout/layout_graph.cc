#include "runtime/layout/layout_graph.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/base/nearest_word.h"
#include "runtime/base/printable.h"
#include "runtime/opset/op_info.h"

namespace litevk {
namespace {

// Returns the name that was probably meant, or else those of the inputs and outputs.
std::string MeantName(const ir::Graph& graph, const std::string& name) {
  std::vector<std::string_view> names;
  names.reserve(graph.tensors.size());
  for (const ir::Tensor& tensor : graph.tensors) names.push_back(tensor.name);
  if (const std::string meant = DidYouMean(name, names); !meant.empty()) return Printable(meant);
  std::string text;
  for (const auto* ids : {&graph.inputs, &graph.outputs}) {
    for (const ir::TensorId id : *ids) {
      if (id != ir::kAbsent)
        text += (text.empty() ? "; its inputs and outputs are " : ", ") + graph.tensor(id).name;
    }
  }
  return Printable(text);
}

Result<ir::TensorId> FindNamed(const ir::Graph& graph, const std::string& name) {
  const auto found = std::ranges::find_if(graph.tensors, [&](const ir::Tensor& tensor) {
    return tensor.name == name && tensor.type != ir::DataType::kResource;
  });
  if (found == graph.tensors.end()) {
    return InvalidArgument("layout of tensor " + Printable(name) + ": the model has no tensor of that name" +
                           MeantName(graph, name));
  }
  if (found->is_known()) {
    return InvalidArgument("layout of tensor " + Printable(name) +
                           ": expected a tensor that is computed, found a constant");
  }
  return static_cast<ir::TensorId>(found - graph.tensors.begin());
}

Result<Permutation> NamedPermutation(const ir::Tensor& tensor, const NamedLayout& named) {
  if (tensor.dims.rank() != static_cast<int>(named.from.size())) {
    return InvalidArgument("layout of tensor " + Printable(named.tensor) +
                           ": expected a letter for each of its " + std::to_string(tensor.dims.rank()) +
                           " dims, found " + Printable(named.from));
  }
  Result<Permutation> permutation = LayoutBetween(named.from, named.to);
  if (permutation.ok()) return permutation;
  return InvalidArgument("layout of tensor " + Printable(named.tensor) + ": " +
                         permutation.status().message());
}

// Returns the state of that name; null if there is none, or a tensor also has the name.
KeptState* FindState(const std::string& name, LayoutGraph& graph) {
  if (FindNamed(*graph.graph, name).ok()) return nullptr;
  const auto found = std::ranges::find(graph.states, name, &KeptState::name);
  return found == graph.states.end() || found->values.empty() ? nullptr : &*found;
}

Status AddNamed(const NamedLayout& named, KeptState& state, const LayoutGraph& graph) {
  LITEVK_ASSIGN_OR_RETURN(Permutation permutation,
                          NamedPermutation(graph.tensor(state.values.front()), named));
  if (!state.named) state.named = permutation;
  if (state.named == permutation) return {};
  return InvalidArgument("layout of tensor " + Printable(named.tensor) + ": found two that differ");
}

Status AddNamed(const NamedLayout& named, LayoutGraph& graph) {
  KeptState* state = FindState(named.tensor, graph);
  if (state != nullptr) return AddNamed(named, *state, graph);
  LITEVK_ASSIGN_OR_RETURN(const ir::TensorId id, FindNamed(*graph.graph, named.tensor));
  LITEVK_ASSIGN_OR_RETURN(Permutation permutation, NamedPermutation(graph.tensor(id), named));
  const auto [entry, is_new] = graph.named.emplace(id, permutation);
  if (is_new || entry->second == permutation) return {};
  return InvalidArgument("layout of tensor " + Printable(named.tensor) + ": found two that differ");
}

std::vector<bool> FindConstants(const ir::Graph& graph) {
  std::vector<bool> is_constant;
  is_constant.reserve(graph.tensors.size());
  for (const ir::Tensor& tensor : graph.tensors) is_constant.push_back(tensor.is_known());
  for (const ir::Node& node : graph.nodes) {
    const OpInfo* info = FindOpInfo(node);
    const bool is_elementwise = info != nullptr && info->layout.role == LayoutRole::kTransparent;
    if (!is_elementwise || node.inputs.size() != 1 || node.outputs.size() != 1) continue;
    const bool reads_constant =
        node.inputs[0] != ir::kAbsent && is_constant[static_cast<size_t>(node.inputs[0])];
    if (reads_constant) is_constant[static_cast<size_t>(node.outputs[0])] = true;
  }
  return is_constant;
}

// True if the state's layout may change. Matrices are never permuted, and values of different ranks share no
// layout.
bool MayMove(const KeptState& state, const ir::Graph& graph) {
  return std::ranges::all_of(state.values, [&](ir::TensorId id) {
    const ir::Shape& dims = graph.tensor(id).dims;
    return dims.rank() > 2 && dims == graph.tensor(state.values.front()).dims;
  });
}

void AddStates(const LayoutRequest& request, LayoutGraph& graph) {
  for (const std::string& name : request.states) graph.states.push_back({.name = name});
  for (const ir::Node& node : graph.graph->nodes) {
    graph.state_of.push_back(request.state_of ? request.state_of(node) : -1);
    if (graph.state_of.back() < 0) continue;
    graph.states[static_cast<size_t>(graph.state_of.back())].values.push_back(KeptValueOf(node));
  }
  for (KeptState& state : graph.states) state.may_move = MayMove(state, *graph.graph);
}

}  // namespace

ir::TensorId KeptValueOf(const ir::Node& node) {
  return node.outputs.empty() ? node.inputs.back() : node.outputs.front();
}

Result<LayoutGraph> LayoutGraph::Make(const ir::Graph& graph, const LayoutRequest& request) {
  LayoutGraph result{.graph = &graph,
                     .index = ir::GraphIndex(graph),
                     .is_constant = FindConstants(graph),
                     .has_channels_first_edges = request.has_channels_first_edges};
  for (const ir::Node& node : graph.nodes) {
    const bool keeps = request.keeps_own_layout && request.keeps_own_layout(node);
    result.rules.push_back(RuleOf(graph, node, keeps));
    result.fixed.push_back(FixedPermutationsOf(graph, node, keeps));
  }
  AddStates(request, result);
  for (const NamedLayout& named : request.named) LITEVK_RETURN_IF_ERROR(AddNamed(named, result));
  return result;
}

Permutation LayoutGraph::EdgeLayout(ir::TensorId id) const {
  const auto found = named.find(id);
  if (found != named.end()) return found->second;
  const int rank = tensor(id).dims.rank();
  const bool is_image = rank == 4 || rank == 5;
  return has_channels_first_edges && is_image ? ChannelsFirst(rank) : Permutation();
}

}  // namespace litevk
