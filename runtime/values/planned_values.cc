#include "runtime/values/planned_values.h"

#include <deque>
#include <string>
#include <utility>

#include "runtime/opset/run_node.h"
#include "runtime/values/computing_nodes.h"
#include "runtime/values/fold.h"

namespace litevk {

Status PlannedValues::Evaluate(ir::Graph& graph, ir::TensorId id) {
  if (graph.tensor(id).computed_by < 0) {
    return Internal("tensor " + std::to_string(id) + ": no node computes its shape");
  }
  const auto is_planned = [&](const ir::Node& /*reader*/, ir::TensorId input) {
    return graph.tensor(input).is_planned();
  };
  for (const int position : ComputingNodes(graph, {&id, 1}, is_planned)) {
    const ir::Node& node = graph.nodes[static_cast<size_t>(position)];
    if (const Status status = Run(graph, node); !status.ok()) {
      return {status.code(), std::string(FindOpInfo(node)->name) + " node " + std::to_string(node.index) +
                                 ": " + status.message()};
    }
  }
  return {};
}

Status PlannedValues::Run(ir::Graph& graph, const ir::Node& node) {
  std::deque<KnownValue> values;  // a deque, whose elements never move
  const auto find = [&](ir::TensorId id) -> Result<ref::ConstView> {
    const ir::Tensor& tensor = graph.tensor(id);
    if (tensor.dims.has_unknown()) {
      return Internal("the dims of tensor " + std::to_string(id) +
                      " are not known when its shape is asked for");
    }
    // A run-time tensor only has a shape.
    if (!tensor.is_known()) return ref::ConstView{&tensor, {}};
    LITEVK_ASSIGN_OR_RETURN(KnownValue value, EvaluateKnown(graph, id));
    return ref::ConstView{&tensor, values.emplace_back(std::move(value)).bytes()};
  };
  LITEVK_ASSIGN_OR_RETURN(auto outputs, ref::RunNode(graph, node, find));
  for (size_t i = 0; i < outputs.size(); ++i) {
    ir::Tensor& tensor = graph.tensor(node.outputs[i]);
    tensor.dims = std::move(outputs[i].tensor.dims);
    tensor.data = storage_.emplace_back(std::move(outputs[i].bytes));
    tensor.constness = ir::Constness::kStored;
    tensor.is_of_plan = true;
  }
  return {};
}

}  // namespace litevk
