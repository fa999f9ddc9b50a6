#include "runtime/layout/planned_transposes.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "runtime/opset/op_info.h"

namespace litevk {
namespace {

// Returns the order of a tensor with prepended dims of 1.
Permutation Stretched(const Permutation& permutation, int rank, int stretched_rank) {
  Permutation result;
  for (int dim = 0; dim < stretched_rank - rank; ++dim) result.push_back(dim);
  for (const int dim : WithAllDims(permutation, rank)) result.push_back(dim + stretched_rank - rank);
  return Plain(std::move(result));
}

class Lister {
 public:
  Lister(const LayoutGraph& graph, const NodeChoices& choices, LayoutPlan& plan)
      : graph_(graph), choices_(choices), plan_(plan) {}

  void AddReader(int position, ir::TensorId id, const Permutation& permutation) {
    if (!graph_.HasPermutation(id)) return;
    const Permutation& from = plan_.tensors[static_cast<size_t>(id)];
    if (from == permutation || IsListed(id, permutation)) return;
    const ir::Shape& own = graph_.tensor(id).dims;
    const ir::Shape dims = own.ExpandedTo(std::max(own.rank(), static_cast<int>(permutation.size())));
    const bool moves = MovesElements(dims, Stretched(from, own.rank(), dims.rank()), permutation);
    plan_.transposes.push_back({.tensor = id,
                                .from = from,
                                .to = permutation,
                                .elements = moves ? dims.NumElements() : 0,
                                .reason = ReasonOf(position, id),
                                .reader = position});
  }

 private:
  bool IsListed(ir::TensorId id, const Permutation& permutation) const {
    return std::ranges::any_of(plan_.transposes, [&](const PlannedTranspose& each) {
      return each.tensor == id && each.to == permutation;
    });
  }

  TransposeReason ReasonOf(int position, ir::TensorId id) const {
    if (position < 0) return TransposeReason::kGraphOutput;
    if (graph_.index.ProducerOf(id) < 0) return TransposeReason::kGraphInput;
    const NodeKind kind = choices_.nodes[static_cast<size_t>(position)].kind;
    if (kind == NodeKind::kFollows || kind == NodeKind::kKept) return TransposeReason::kChoice;
    const OpInfo* info = FindOpInfo(graph_.graph->nodes[static_cast<size_t>(position)]);
    const bool is_implicit = info != nullptr && info->layout.role == LayoutRole::kImplicit;
    return is_implicit ? TransposeReason::kImplicit : TransposeReason::kOwnLayout;
  }

  const LayoutGraph& graph_;
  const NodeChoices& choices_;
  LayoutPlan& plan_;
};

}  // namespace

void ListTransposes(const LayoutGraph& graph, const NodeChoices& choices, LayoutPlan& plan) {
  Lister lister(graph, choices, plan);
  for (size_t i = 0; i < plan.nodes.size(); ++i) {
    const ir::Node& node = graph.graph->nodes[i];
    for (size_t k = 0; k < node.inputs.size(); ++k) {
      lister.AddReader(static_cast<int>(i), node.inputs[k], plan.nodes[i].inputs[k]);
    }
  }
  for (size_t i = 0; i < plan.outputs.size(); ++i) {
    lister.AddReader(-1, graph.graph->outputs[i], plan.outputs[i]);
  }
}

}  // namespace litevk
