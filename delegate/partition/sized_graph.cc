#include "delegate/partition/sized_graph.h"

#include <algorithm>
#include <utility>

#include "runtime/values/output_shapes.h"

namespace litevk {
namespace {

// Gives unknown dims those of `at_hand`.
void Fill(const ir::Shape& at_hand, ir::Shape& dims) {
  for (int axis = 0; axis < dims.rank(); ++axis) {
    if (!ir::IsUnknown(dims[axis])) continue;
    const bool has_value = at_hand.rank() == dims.rank() && at_hand[axis] > 0;
    dims[axis] = has_value ? at_hand[axis] : 1;
  }
}

// Gives unknown outputs of a node the dims that follow from its inputs, if any follow.
void Follow(const ir::Graph& judged, const ir::Node& node, const std::vector<ir::Shape>& at_hand,
            ValuesAtHand& values, ir::Graph& sized) {
  const auto is_open = [&](ir::TensorId id) {
    return id != ir::kAbsent && judged.tensor(id).dims.has_unknown();
  };
  if (!std::ranges::any_of(node.outputs, is_open) || !HasShapeRule(sized, node)) return;
  auto inferred = InferredShapes(sized, node, values);
  if (!inferred.ok()) return;
  for (size_t i = 0; i < inferred->size(); ++i) {
    const ir::TensorId id = node.outputs[i];
    if (!is_open(id) || (*inferred)[i].rank() != judged.tensor(id).dims.rank()) continue;
    Fill(at_hand[static_cast<size_t>(id)], (*inferred)[i]);
    sized.tensor(id).dims = std::move((*inferred)[i]);
  }
}

}  // namespace

std::vector<ir::Shape> DimsOf(const ir::Graph& graph) {
  std::vector<ir::Shape> dims;
  dims.reserve(graph.tensors.size());
  for (const ir::Tensor& tensor : graph.tensors) dims.push_back(tensor.dims);
  return dims;
}

std::optional<ir::Graph> SizeOpenDims(const ir::Graph& graph, const std::vector<ir::Shape>& at_hand) {
  const auto is_open = [](const ir::Tensor& tensor) { return tensor.dims.has_unknown(); };
  if (std::ranges::none_of(graph.tensors, is_open)) return std::nullopt;
  ir::Graph sized = graph;
  for (size_t id = 0; id < sized.tensors.size(); ++id) Fill(at_hand[id], sized.tensors[id].dims);
  ValuesAtHand values(sized);
  for (const ir::Node& node : graph.nodes) Follow(graph, node, at_hand, values, sized);
  return sized;
}

}  // namespace litevk
