#include "bench/pictures/model_nodes.h"

#include <algorithm>
#include <map>
#include <utility>

#include "delegate/verdict/op_names.h"
#include "runtime/model/model_graph.h"
#include "runtime/opset/op_info.h"

namespace litevk::bench {
namespace {

// Maps tensors to the nodes that compute them; constants and inputs have none.
std::map<ir::TensorId, size_t> MakersOf(const ir::Graph& graph) {
  std::map<ir::TensorId, size_t> makers;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    for (const ir::TensorId output : graph.nodes[i].outputs) makers.emplace(output, i);
  }
  return makers;
}

using Tensors = flatbuffers::Vector<int32_t>;

bool Contains(const Tensors* tensors, ir::TensorId tensor) {
  return tensors != nullptr && std::find(tensors->begin(), tensors->end(), tensor) != tensors->end();
}

std::string OutputText(const ir::Graph& graph, const ir::Node& node) {
  if (node.outputs.empty() || node.outputs.front() == ir::kAbsent) return "";
  const ir::Tensor& tensor = graph.tensor(node.outputs.front());
  return std::string(ir::Name(tensor.type)) + " " + tensor.dims.ToString();
}

void ReadInputs(const ir::Graph& graph, const std::map<ir::TensorId, size_t>& makers,
                const std::vector<ModelNode>& before, const ir::Node& node, ModelNode& result) {
  const OpInfo* const info = FindOpInfo(node);
  const bool reads_only_dims = info != nullptr && info->reads_only_dims;
  result.is_constant = true;
  for (const ir::TensorId input : node.inputs) {
    if (input == ir::kAbsent) continue;
    const auto maker = makers.find(input);
    if (maker != makers.end() && maker->second < before.size()) {
      const ModelNode& feeder = before[maker->second];
      result.feeders.push_back(feeder.index);
      result.is_constant = result.is_constant && feeder.is_constant;
    } else if (!graph.tensor(input).is_known()) {
      result.is_constant = false;
    }
  }
  result.is_constant = result.is_constant || reads_only_dims;
}

std::vector<ModelNode> NodesOf(const schema::SubGraph& subgraph, const ir::Graph& graph) {
  const auto makers = MakersOf(graph);
  std::vector<ModelNode> nodes;
  for (const ir::Node& node : graph.nodes) {
    ModelNode result = {.index = node.index, .op = OpName(node), .output = OutputText(graph, node)};
    ReadInputs(graph, makers, nodes, node, result);
    result.reads_model_input = std::ranges::any_of(
        node.inputs, [&](ir::TensorId input) { return Contains(subgraph.inputs(), input); });
    result.makes_model_output = std::ranges::any_of(
        node.outputs, [&](ir::TensorId output) { return Contains(subgraph.outputs(), output); });
    nodes.push_back(std::move(result));
  }
  return nodes;
}

ModelNode* Find(std::vector<ModelSubgraph>& subgraphs, int subgraph, int index) {
  if (subgraph < 0 || std::cmp_greater_equal(subgraph, subgraphs.size())) return nullptr;
  auto& nodes = subgraphs[static_cast<size_t>(subgraph)].nodes;
  const auto found = std::ranges::find(nodes, index, &ModelNode::index);
  return found == nodes.end() ? nullptr : &*found;
}

bool HasDispatches(const tools::GpuReport& gpu, const tools::NodeRow& row) {
  return std::ranges::any_of(gpu.dispatches, [&](const tools::DispatchRow& dispatch) {
    return dispatch.subgraph == row.subgraph && dispatch.partition == row.partition;
  });
}

void PlaceNodes(const tools::GpuReport& gpu, std::vector<ModelSubgraph>& subgraphs) {
  for (const tools::NodeRow& row : gpu.nodes) {
    ModelNode* const node = Find(subgraphs, row.subgraph, row.node);
    if (node == nullptr) continue;
    const bool is_on_cpu = row.partition < 0 || row.is_fallback;
    node->partition = row.partition;
    node->location = is_on_cpu                 ? Location::kCpu
                     : HasDispatches(gpu, row) ? Location::kPrepared
                                               : Location::kPartition;
    if (is_on_cpu) node->reason = row.reason;
  }
}

void PlaceDispatches(const std::vector<OperatorTime>& operators, std::vector<ModelSubgraph>& subgraphs) {
  for (const OperatorTime& time : operators) {
    ModelNode* const node = Find(subgraphs, time.subgraph, time.node);
    if (node == nullptr || time.where == "delegate") continue;
    node->us = node->us.value_or(0) + time.mean_us;
    node->root = node->index;
    if (time.where == "cpu") node->location = Location::kCpu;
    if (time.where != "gpu") continue;
    node->location = Location::kDispatch;
    for (const int fused : time.fused_nodes) {
      ModelNode* const other = Find(subgraphs, time.subgraph, fused);
      if (other == nullptr || other->location == Location::kDispatch) continue;
      other->location = Location::kFused;
      other->root = time.node;
    }
  }
}

}  // namespace

Result<std::vector<ModelSubgraph>> ReadNodes(const std::filesystem::path& model, const Profile& profile,
                                             const std::vector<tools::Departure>& departures) {
  LITEVK_ASSIGN_OR_RETURN(const auto file, Model::FromFile(model.string()));
  std::vector<ModelSubgraph> subgraphs;
  for (const schema::SubGraph* subgraph : *file->root().subgraphs()) {
    LITEVK_ASSIGN_OR_RETURN(ModelGraph graph, ModelGraph::Import(*file, *subgraph));
    subgraphs.push_back({.name = subgraph->name() == nullptr ? "" : subgraph->name()->str(),
                         .nodes = NodesOf(*subgraph, graph.graph())});
  }
  if (profile.gpu.has_value()) PlaceNodes(*profile.gpu, subgraphs);
  PlaceDispatches(profile.operators, subgraphs);
  for (const tools::Departure& departure : departures) {
    ModelNode* const node = Find(subgraphs, profile.subgraph, departure.node_index);
    if (node == nullptr) continue;
    node->error = ErrorOf(departure.difference);
    node->error_text = departure.difference.ToString();
  }
  return subgraphs;
}

double ErrorOf(const tools::Difference& difference) {
  const int64_t wrong = difference.nan_mismatches + difference.infinity_mismatches;
  if (!difference.problem.empty()) return 1 + static_cast<double>(wrong + 1);
  if (difference.bound <= 0 || wrong > 0) {
    const int64_t outside = difference.outside + wrong;
    return outside == 0 ? 0 : 1 + static_cast<double>(outside);
  }
  return difference.largest / difference.bound;
}

std::string LocationText(const ModelNode& node) {
  if (node.location == Location::kCpu) return node.reason.empty() ? "CPU" : "CPU: " + node.reason;
  if (node.partition < 0) return "a delegate";
  std::string text = "partition " + std::to_string(node.partition);
  if (node.location == Location::kFused) text += ", in the dispatch of node " + std::to_string(node.root);
  if (node.location == Location::kPrepared) text += ", without a dispatch";
  return text;
}

}  // namespace litevk::bench
