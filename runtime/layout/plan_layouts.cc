#include "runtime/layout/plan_layouts.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "runtime/layout/node_choices.h"
#include "runtime/layout/planned_transposes.h"

namespace litevk {
namespace {

class Planner {
 public:
  Planner(const LayoutGraph& graph, const NodeChoices& choices)
      : graph_(graph), choices_(choices), labels_(CheapestLabels(choices.problem)) {}

  LayoutPlan Plan() {
    plan_.tensors.resize(graph_.graph->tensors.size());
    for (const StateChoice& state : choices_.states) {
      plan_.states.push_back(state.variable < 0 ? Order() : state.pair[LabelOf(state.variable)]);
    }
    for (const ir::TensorId id : graph_.graph->inputs)
      plan_.tensors[static_cast<size_t>(id)] = graph_.EdgeOrder(id);
    for (size_t i = 0; i < choices_.nodes.size(); ++i) {
      plan_.nodes.push_back(LayoutOf(i));
      AddResults(i);
    }
    for (size_t i = 0; i < choices_.nodes.size(); ++i) ReadAnyOrder(i);
    for (const ir::TensorId id : graph_.graph->outputs) plan_.outputs.push_back(graph_.EdgeOrder(id));
    ListTransposes(graph_, choices_, plan_);
    return std::move(plan_);
  }

 private:
  size_t LabelOf(int variable) const { return static_cast<size_t>(labels_[static_cast<size_t>(variable)]); }
  const Order& Labelled(ir::TensorId id, int variable) const {
    return choices_.pairs[static_cast<size_t>(id)][LabelOf(variable)];
  }

  NodeLayout LayoutOf(size_t position) const {
    const ir::Node& node = graph_.graph->nodes[position];
    const NodeChoice& choice = choices_.nodes[position];
    NodeLayout layout{graph_.fixed[position].inputs, graph_.fixed[position].outputs, {}};
    if (choice.variable >= 0) {
      for (size_t i = 0; i < node.outputs.size(); ++i)
        layout.outputs[i] = Labelled(node.outputs[i], choice.variable);
    }
    if (choice.kind == NodeKind::kFollows) FollowOperands(position, layout);
    const bool assigns = choice.kind == NodeKind::kKept && node.outputs.empty();
    if (assigns) layout.inputs.back() = plan_.states[static_cast<size_t>(graph_.state_of[position])];
    return layout;
  }

  void FollowOperands(size_t position, NodeLayout& layout) const {
    const ir::Node& node = graph_.graph->nodes[position];
    const NodeRule& rule = graph_.rules[position];
    for (const int operand : rule.operands) {
      const auto input = static_cast<size_t>(operand);
      const bool has_order = graph_.HasOrder(node.inputs[input]);
      layout.inputs[input] =
          has_order ? Labelled(node.inputs[input], choices_.nodes[position].variable)
                    : OrderBefore(*graph_.graph, node, rule, layout.outputs[0]).value_or(Order());
    }
    for (const int operand : rule.stretched) {
      const auto input = static_cast<size_t>(operand);
      const bool is_one = graph_.tensor(node.inputs[input]).dims.NumElements() == 1;
      layout.inputs[input] = is_one ? Order() : layout.outputs[0];
    }
  }

  void AddResults(size_t position) {
    const ir::Node& node = graph_.graph->nodes[position];
    for (size_t i = 0; i < node.outputs.size(); ++i) {
      if (node.outputs[i] == ir::kAbsent) continue;
      plan_.tensors[static_cast<size_t>(node.outputs[i])] = plan_.nodes[position].outputs[i];
    }
  }

  void ReadAnyOrder(size_t position) {
    const NodeChoice& choice = choices_.nodes[position];
    if (!choice.reads_any_order) return;
    const ir::TensorId id = graph_.graph->nodes[position].inputs[0];
    const Order& order = plan_.tensors[static_cast<size_t>(id)];
    plan_.nodes[position].inputs[0] = order;
    if (choice.columns_of < 0 || order.empty()) return;
    plan_.nodes[static_cast<size_t>(choice.columns_of)].columns = ColumnsOf(graph_.tensor(id).dims, order);
  }

  // The columns are the dims after the batch.
  static ColumnOrder ColumnsOf(const ir::Shape& image, const Order& order) {
    ColumnOrder columns{{image.dims().begin() + 1, image.dims().end()}, {}};
    for (const int dim : order) {
      if (dim > 0) columns.order.push_back(dim - 1);
    }
    columns.order = Plain(std::move(columns.order));
    return columns.order.empty() ? ColumnOrder() : columns;
  }

  const LayoutGraph& graph_;
  const NodeChoices& choices_;
  std::vector<int> labels_;
  LayoutPlan plan_;
};

}  // namespace

Result<LayoutPlan> PlanLayouts(const ir::Graph& graph, const LayoutRequest& request) {
  LITEVK_ASSIGN_OR_RETURN(const LayoutGraph layout_graph, LayoutGraph::Make(graph, request));
  LITEVK_ASSIGN_OR_RETURN(const NodeChoices choices, FindChoices(layout_graph));
  return Planner(layout_graph, choices).Plan();
}

}  // namespace litevk
