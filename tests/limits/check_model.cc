#include "tests/limits/check_model.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "delegate/engine/over_limits.h"
#include "delegate/lower/lowering.h"
#include "delegate/partition/partition_edges.h"
#include "delegate/partition/partitioner.h"
#include "delegate/verdict/final_shapes.h"
#include "runtime/exec/graph_check.h"
#include "runtime/graph/module_interface.h"
#include "runtime/graph/specialize.h"
#include "runtime/model/model_graph.h"

namespace litevk::limits {
namespace {

// Returns Ok if every dispatch stays within the limits: its bindings, its workgroups and its specialized
// module.
Status CheckProgram(const gpu::Graph& program, const gpu::DeviceLimits& limits) {
  LITEVK_RETURN_IF_ERROR(CheckGraph(program, limits));
  for (const gpu::Dispatch& dispatch : program.dispatches) {
    const std::vector<uint32_t> words = gpu::Specialize(*dispatch.shader, dispatch.spec);
    LITEVK_ASSIGN_OR_RETURN(const auto module, gpu::ReadInterface(words, dispatch.shader->entry_point));
    const Status status = gpu::CheckLimits(module, limits);
    if (!status.ok()) {
      return Internal(dispatch.label + ", shader " + std::string(dispatch.shader->name) + ": " +
                      status.message());
    }
  }
  return {};
}

// Returns the runs of nodes between those that exceed the limits, as a plan executes them.
std::vector<std::vector<int>> Remainders(const std::vector<int>& positions,
                                         const std::vector<RefusedNode>& over) {
  std::vector<std::vector<int>> parts(1);
  for (const int position : positions) {
    if (std::ranges::find(over, position, &RefusedNode::position) == over.end()) {
      parts.back().push_back(position);
    } else if (!parts.back().empty()) {
      parts.emplace_back();
    }
  }
  if (parts.back().empty()) parts.pop_back();
  return parts;
}

// Checks a partition. If it exceeds the limits as a whole, plans it again without the nodes that do. The rest
// is checked the same way, since other nodes may be fused then.
Status CheckPartition(const JudgedGraph& judged, const std::vector<int>& positions,
                      std::span<const ir::TensorId> outputs, Tally& tally) {
  const auto lower = [&](const std::vector<int>& part) {
    const PartitionEdges edges = EdgesOf(judged.graph, part, outputs);
    return Lower(judged, part, edges.inputs, edges.outputs, {}).graph;
  };
  const gpu::Graph whole = lower(positions);
  const std::vector<RefusedNode> over = FindOverLimits(whole, ir::GraphIndex(judged.graph), judged.limits);
  if (over.empty()) return CheckProgram(whole, judged.limits);
  tally.left_to_cpu += static_cast<int>(over.size());
  for (const RefusedNode& refused_node : over) {
    if (refused_node.verdict.reason.empty()) return Internal("a node is over the limits without a sentence");
  }
  for (const std::vector<int>& part : Remainders(positions, over)) {
    LITEVK_RETURN_IF_ERROR(CheckPartition(judged, part, outputs, tally));
  }
  return {};
}

}  // namespace

Status CheckModel(const Model& model, const gpu::DeviceLimits& limits, Tally& tally) {
  const schema::SubGraph& subgraph = *model.root().subgraphs()->Get(0);
  LITEVK_ASSIGN_OR_RETURN(ModelGraph imported, ModelGraph::Import(model, subgraph));
  ir::Graph& graph = imported.graph();
  const Partitioning partitioning =
      PartitionGraph(graph, ir::GraphIndex(graph), JudgeGraph(graph, limits), {});
  for (const Verdict& verdict : partitioning.verdicts) {
    (verdict.supported() ? tally.delegated : tally.refused) += 1;
    if (!verdict.supported() && verdict.reason.empty())
      return Internal("a node was refused without a sentence");
  }
  std::vector<int> outputs;
  if (subgraph.outputs() != nullptr) outputs.assign(subgraph.outputs()->begin(), subgraph.outputs()->end());
  PlannedValues shapes;
  for (const std::vector<int>& positions : partitioning.partitions) {
    const auto settled = InferFinalShapes(graph, positions, limits, shapes);
    // A graph with open dims has other dims in a run than in the file.
    if (!settled.ok() || !settled->refused_nodes.empty()) continue;
    LITEVK_RETURN_IF_ERROR(CheckPartition({graph, settled->kernels, limits}, positions, outputs, tally));
  }
  return {};
}

}  // namespace litevk::limits
