#include "runtime/layout/layout_plan.h"

#include <utility>

#include "runtime/opset/op_info.h"

namespace litevk {
namespace {

std::vector<Order> OrdersOf(const ir::Graph& graph, const std::vector<ir::TensorId>& ids,
                            bool wants_channels_first) {
  std::vector<Order> orders;
  for (const ir::TensorId id : ids) {
    const bool is_image =
        id != ir::kAbsent && !graph.tensor(id).is_known() && graph.tensor(id).dims.rank() == 4;
    orders.push_back(is_image && wants_channels_first ? Order{0, 3, 1, 2} : Order());
  }
  return orders;
}

}  // namespace

Result<LayoutPlan> PlanLayouts(const ir::Graph& graph, const LayoutRequest& request) {
  LayoutPlan plan;
  plan.tensors.resize(graph.tensors.size());
  for (const ir::Node& node : graph.nodes) {
    const OpInfo* info = FindOpInfo(node);
    const bool keeps = request.keeps_own_order && request.keeps_own_order(node);
    const bool is_first = info != nullptr && info->layout.role == LayoutRole::kImplicit && !keeps;
    NodeLayout layout{OrdersOf(graph, node.inputs, is_first), OrdersOf(graph, node.outputs, is_first), {}};
    for (size_t i = 0; i < node.outputs.size(); ++i) {
      plan.tensors[static_cast<size_t>(node.outputs[i])] = layout.outputs[i];
    }
    plan.nodes.push_back(std::move(layout));
  }
  return plan;
}

}  // namespace litevk
