#include "runtime/values/output_shapes.h"

#include <algorithm>
#include <utility>

#include "runtime/opset/op_info.h"

namespace litevk {
namespace {

// True if a node may set the tensor's dims: it is present and no constant, whose dims are fixed.
bool TakesDims(const ir::Graph& graph, ir::TensorId id) {
  return id != ir::kAbsent && !graph.tensor(id).is_known();
}

}  // namespace

std::optional<size_t> InputWithoutRank(const ir::Graph& graph, const ir::Node& node) {
  const auto lacks_rank = [&](ir::TensorId id) { return id != ir::kAbsent && !graph.tensor(id).has_rank; };
  const auto found = std::ranges::find_if(node.inputs, lacks_rank);
  if (found == node.inputs.end()) return std::nullopt;
  return static_cast<size_t>(found - node.inputs.begin());
}

bool HasShapeRule(const ir::Graph& graph, const ir::Node& node) {
  const OpInfo* info = FindOpInfo(node);
  if (info == nullptr || info->infer_shapes == nullptr) return false;
  if (info->params.bytes > 0 && !node.params.present()) return false;
  if (std::ranges::find(node.outputs, ir::kAbsent) != node.outputs.end()) return false;
  // Operators that only an interpreter runs list no signatures.
  return info->types.empty() ||
         CheckTypes(*info, ir::TensorsOf(graph, node.inputs), ir::TensorsOf(graph, node.outputs)).ok();
}

Result<std::vector<ir::Shape>> InferredShapes(const ir::Graph& graph, const ir::Node& node,
                                              ValuesAtHand& values) {
  const std::vector<const ir::Tensor*> inputs = values.Operands(node.inputs);
  std::vector<ir::Shape> outputs;
  std::vector<ir::DataType> types;
  for (const ir::TensorId id : node.outputs) {
    outputs.push_back(graph.tensor(id).dims);
    types.push_back(graph.tensor(id).type);
  }
  const OpInfo& info = *FindOpInfo(node);
  LITEVK_RETURN_IF_ERROR(InferShapes(info, {.inputs = inputs,
                                            .params = node.params,
                                            .outputs = outputs,
                                            .custom = node.custom_op != nullptr ? &node : nullptr,
                                            .output_types = types}));
  return outputs;
}

Status InferShapes(ir::Graph& graph, const ir::Node& node, ValuesAtHand& values) {
  LITEVK_ASSIGN_OR_RETURN(std::vector<ir::Shape> outputs, InferredShapes(graph, node, values));
  const bool has_ranks = !InputWithoutRank(graph, node);
  for (size_t i = 0; i < outputs.size(); ++i) {
    ir::Tensor& tensor = graph.tensor(node.outputs[i]);
    tensor.dims = std::move(outputs[i]);
    tensor.has_rank = has_ranks || tensor.dims.rank() > 0;
  }
  return {};
}

void InferShapesElsewhere(ir::Graph& graph, const ir::Node& node, ValuesAtHand& values) {
  const auto takes_dims = [&](ir::TensorId id) { return TakesDims(graph, id); };
  if (!std::ranges::all_of(node.outputs, takes_dims)) return;
  if (!HasShapeRule(graph, node)) return;
  // A node whose dims break the rules, or depend on the run, keeps those of the model.
  Result<std::vector<ir::Shape>> shapes = InferredShapes(graph, node, values);
  if (!shapes.ok()) return;
  const bool has_ranks = !InputWithoutRank(graph, node);
  for (size_t i = 0; i < shapes->size(); ++i) {
    if (!has_ranks && (*shapes)[i].rank() == 0) continue;
    ir::Tensor& tensor = graph.tensor(node.outputs[i]);
    tensor.dims = std::move((*shapes)[i]);
    tensor.has_rank = true;
  }
}

}  // namespace litevk
