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
      plan_.states.push_back(state.variable < 0 ? Permutation() : state.pair[LabelOf(state.variable)]);
    }
    for (const ir::TensorId id : graph_.graph->inputs)
      plan_.tensors[static_cast<size_t>(id)] = graph_.EdgeLayout(id);
    for (size_t i = 0; i < choices_.nodes.size(); ++i) {
      plan_.nodes.push_back(LayoutOf(i));
      AddResults(i);
    }
    for (size_t i = 0; i < choices_.nodes.size(); ++i) ReadAnyLayout(i);
    for (const ir::TensorId id : graph_.graph->outputs) plan_.outputs.push_back(graph_.EdgeLayout(id));
    ListTransposes(graph_, choices_, plan_);
    return std::move(plan_);
  }

 private:
  size_t LabelOf(int variable) const { return static_cast<size_t>(labels_[static_cast<size_t>(variable)]); }
  const Permutation& Labelled(ir::TensorId id, int variable) const {
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
      const bool has_permutation = graph_.HasPermutation(node.inputs[input]);
      layout.inputs[input] =
          has_permutation
              ? Labelled(node.inputs[input], choices_.nodes[position].variable)
              : PermutationBefore(*graph_.graph, node, rule, layout.outputs[0]).value_or(Permutation());
    }
    for (const int operand : rule.stretched) {
      const auto input = static_cast<size_t>(operand);
      const bool is_one = graph_.tensor(node.inputs[input]).dims.NumElements() == 1;
      layout.inputs[input] = is_one ? Permutation() : layout.outputs[0];
    }
  }

  void AddResults(size_t position) {
    const ir::Node& node = graph_.graph->nodes[position];
    for (size_t i = 0; i < node.outputs.size(); ++i) {
      if (node.outputs[i] == ir::kAbsent) continue;
      plan_.tensors[static_cast<size_t>(node.outputs[i])] = plan_.nodes[position].outputs[i];
    }
  }

  void ReadAnyLayout(size_t position) {
    const NodeChoice& choice = choices_.nodes[position];
    if (!choice.reads_any_layout) return;
    const ir::TensorId id = graph_.graph->nodes[position].inputs[0];
    const Permutation& permutation = plan_.tensors[static_cast<size_t>(id)];
    plan_.nodes[position].inputs[0] = permutation;
    if (choice.columns_of < 0 || permutation.empty()) return;
    plan_.nodes[static_cast<size_t>(choice.columns_of)].columns =
        ColumnsOf(graph_.tensor(id).dims, permutation);
  }

  // The columns are the dims after the batch.
  static ColumnLayout ColumnsOf(const ir::Shape& image, const Permutation& permutation) {
    ColumnLayout columns{{image.dims().begin() + 1, image.dims().end()}, {}};
    for (const int dim : permutation) {
      if (dim > 0) columns.permutation.push_back(dim - 1);
    }
    columns.permutation = Plain(std::move(columns.permutation));
    return columns.permutation.empty() ? ColumnLayout() : columns;
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
