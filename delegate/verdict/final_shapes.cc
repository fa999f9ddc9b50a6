#include "delegate/verdict/final_shapes.h"

#include <algorithm>
#include <string>

#include "delegate/verdict/op_names.h"

namespace litevk {
namespace {

// True if a plan knows a tensor that the node writes. The node's inputs do not tell. If a node moves shapes
// to indices that other shapes give, a plan knows the inputs, and yet leaves the outputs to the run.
bool IsKnownToPlan(const ir::Graph& graph, const ir::Node& node) {
  return std::ranges::any_of(node.outputs, [&](ir::TensorId id) {
    return id != ir::kAbsent && (graph.tensor(id).is_planned() || graph.tensor(id).is_known());
  });
}

// True when no plan can learn more of the node's tensors.
bool IsFinal(const ir::Graph& graph, const ir::Node& node) {
  const auto is_final = [&](ir::TensorId id) {
    return id == ir::kAbsent || (!graph.tensor(id).is_planned() && !graph.tensor(id).dims.has_unknown());
  };
  return std::ranges::all_of(node.inputs, is_final) && std::ranges::all_of(node.outputs, is_final);
}

// Computes the planned tensors that the node reads or writes.
Status ComputeShapes(ir::Graph& graph, const ir::Node& node, PlannedValues& values) {
  for (const auto& ids : {node.inputs, node.outputs}) {
    for (const ir::TensorId id : ids) {
      if (id == ir::kAbsent || !graph.tensor(id).is_planned()) continue;
      LITEVK_RETURN_IF_ERROR(values.Evaluate(graph, id));
    }
  }
  return {};
}

}  // namespace

std::optional<FinalNodes> FinalNodesBefore(const JudgedGraph& judged, std::span<const int> positions) {
  FinalNodes final_nodes = {.kernels = NodeKernels(judged.graph.nodes.size())};
  for (const int position : positions) {
    const ir::Node& node = judged.Node(position);
    if (!IsFinal(judged.graph, node)) return std::nullopt;
    if (IsKnownToPlan(judged.graph, node)) continue;
    const GpuKernel* kernel = judged.kernels[static_cast<size_t>(position)];
    if (kernel == nullptr) return std::nullopt;
    final_nodes.kernels[static_cast<size_t>(position)] = kernel;
  }
  return final_nodes;
}

Result<FinalNodes> InferFinalShapes(ir::Graph& graph, std::span<const int> positions,
                                    const gpu::DeviceLimits& limits, PlannedValues& values) {
  FinalNodes final_nodes = {.kernels = NodeKernels(graph.nodes.size())};
  for (const int position : positions) {
    const ir::Node& node = graph.nodes[static_cast<size_t>(position)];
    const bool is_computed = IsKnownToPlan(graph, node);
    LITEVK_RETURN_IF_ERROR(ComputeShapes(graph, node, values));
    if (is_computed) continue;
    Verdict verdict = JudgeNode(graph, node, limits);
    final_nodes.kernels[static_cast<size_t>(position)] = verdict.kernel;
    if (verdict.supported()) continue;
    if (verdict.code == ReasonCode::kShape) {
      return InvalidArgument(OpName(node) + " node " + std::to_string(node.index) + ": " + verdict.reason);
    }
    final_nodes.refused_nodes.push_back({position, std::move(verdict)});
  }
  return final_nodes;
}

}  // namespace litevk
