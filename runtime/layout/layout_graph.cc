#include "runtime/layout/layout_graph.h"

#include <algorithm>
#include <string>
#include <utility>

#include "runtime/base/printable.h"
#include "runtime/opset/op_info.h"

namespace litevk {
namespace {

Result<ir::TensorId> FindNamed(const ir::Graph& graph, const std::string& name) {
  const auto found = std::ranges::find(graph.tensors, name, &ir::Tensor::name);
  if (found == graph.tensors.end()) {
    return InvalidArgument("layout of tensor " + Printable(name) + ": the model has no tensor of that name");
  }
  if (found->is_known()) {
    return InvalidArgument("layout of tensor " + Printable(name) +
                           ": expected a tensor that is computed, found a constant");
  }
  return static_cast<ir::TensorId>(found - graph.tensors.begin());
}

Result<Order> NamedOrder(const ir::Tensor& tensor, const NamedLayout& named) {
  if (tensor.dims.rank() != static_cast<int>(named.from.size())) {
    return InvalidArgument("layout of tensor " + Printable(named.tensor) +
                           ": expected a letter for each of its " + std::to_string(tensor.dims.rank()) +
                           " dims, found " + Printable(named.from));
  }
  Result<Order> order = OrderBetween(named.from, named.to);
  if (order.ok()) return order;
  return InvalidArgument("layout of tensor " + Printable(named.tensor) + ": " + order.status().message());
}

Status AddNamed(const NamedLayout& named, LayoutGraph& graph) {
  LITEVK_ASSIGN_OR_RETURN(const ir::TensorId id, FindNamed(*graph.graph, named.tensor));
  LITEVK_ASSIGN_OR_RETURN(Order order, NamedOrder(graph.tensor(id), named));
  const auto [place, is_new] = graph.named.emplace(id, order);
  if (is_new || place->second == order) return {};
  return InvalidArgument("layout of tensor " + Printable(named.tensor) + ": found two that differ");
}

std::vector<bool> FindConstants(const ir::Graph& graph) {
  std::vector<bool> is_constant;
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

}  // namespace

Result<LayoutGraph> LayoutGraph::Make(const ir::Graph& graph, const LayoutRequest& request) {
  LayoutGraph result{.graph = &graph,
                     .index = ir::GraphIndex(graph),
                     .is_constant = FindConstants(graph),
                     .has_channels_first_edges = request.has_channels_first_edges};
  for (const ir::Node& node : graph.nodes) {
    const bool keeps = request.keeps_own_order && request.keeps_own_order(node);
    result.rules.push_back(RuleOf(graph, node, keeps));
    result.fixed.push_back(FixedOrdersOf(graph, node, keeps));
  }
  for (const NamedLayout& named : request.named) LITEVK_RETURN_IF_ERROR(AddNamed(named, result));
  return result;
}

Order LayoutGraph::EdgeOrder(ir::TensorId id) const {
  const auto found = named.find(id);
  if (found != named.end()) return found->second;
  const int rank = tensor(id).dims.rank();
  const bool is_image = rank == 4 || rank == 5;
  return has_channels_first_edges && is_image ? ChannelsFirst(rank) : Order();
}

}  // namespace litevk
