#include "tools/versions/model_versions.h"

#include <algorithm>

#include "delegate/verdict/op_names.h"
#include "runtime/interpreter/op_resolver.h"
#include "runtime/ir/open_dims.h"
#include "runtime/model/model_graph.h"
#include "runtime/opset/custom_ops.h"
#include "runtime/opset/kernel.h"
#include "runtime/opset/needed_version.h"
#include "runtime/opset/op_versions.h"
#include "runtime/opset/runtime_version.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

const abi::TfLiteRegistration* FindRegistration(const ir::Node& node, int version) {
  return IsCustom(node) ? BuiltinOps().FindCustom(node.custom_name, version)
                        : BuiltinOps().FindBuiltin(node.op_code, version);
}

// Returns why litevk's interpreter cannot run the node; empty if it can.
std::string KernelRefusal(const ir::Graph& graph, const ir::Node& node) {
  if (node.op_code == abi::kTfLiteBuiltinCustom) return "custom operators need a kernel of the program's own";
  const int last = LastVersion(node.op_code);
  if (FindRegistration(node, last) == nullptr) return "the operator has no kernel";
  if (FindRegistration(node, node.version) == nullptr) {
    return "version " + std::to_string(node.version) + " is not one of " +
           std::to_string(FirstVersion(node.op_code)) + " to " + std::to_string(last);
  }
  const ref::KernelRow* row = ref::FindKernel(node.op_code);
  if (row == nullptr) return {};  // the interpreter itself runs IF, WHILE...
  return CheckTypes(row->info, ir::TensorsOf(graph, node.inputs), ir::TensorsOf(graph, node.outputs))
      .message();
}

NodeVersions ExamineNode(const ir::Graph& graph, const ir::Node& node, const OpSignature& signature) {
  NodeVersions result;
  result.index = node.index;
  result.op = OpName(node);
  result.stated = node.version;
  result.needed = NeededVersion(signature);
  result.runtime_of_stated = RuntimeWith(node.op_code, node.version);
  result.runtime_of_needed = result.needed ? RuntimeWith(node.op_code, *result.needed) : kRuntimeUnknown;
  result.is_brought = node.op_code == abi::kTfLiteBuiltinCustom ||
                      (IsCustom(node) && result.runtime_of_stated == kRuntimeNever);
  result.kernel_refusal = KernelRefusal(graph, node);
  return result;
}

std::vector<Verdict> JudgeSubgraph(ir::Graph& graph, bool nodes_are_read) {
  ir::OpenDims(ir::GraphIndex(graph), graph);
  std::vector<Verdict> verdicts = JudgeGraph(graph, gpu::DeviceLimits());
  for (Verdict& verdict : verdicts) {
    if (nodes_are_read && verdict.supported()) verdict = Reject(ReasonCode::kReadByCaller);
  }
  return verdicts;
}

Status ExamineSubgraph(const Model& model, int index, bool nodes_are_read, std::vector<NodeVersions>& nodes) {
  const schema::SubGraph& subgraph = *model.root().subgraphs()->Get(static_cast<uint32_t>(index));
  LITEVK_ASSIGN_OR_RETURN(ModelGraph imported, ModelGraph::Import(model, subgraph));
  ir::Graph& graph = imported.graph();
  const size_t first = nodes.size();
  for (const ir::Node& node : graph.nodes) {
    const schema::Operator& op = *subgraph.operators()->Get(static_cast<uint32_t>(node.index));
    nodes.push_back(ExamineNode(graph, node, OpSignature(node.op_code, op, subgraph)));
    nodes.back().subgraph = index;
  }
  std::vector<Verdict> verdicts = JudgeSubgraph(graph, nodes_are_read);
  for (size_t i = 0; i < verdicts.size(); ++i) nodes[first + i].delegate = std::move(verdicts[i]);
  return {};
}

std::string LatestRuntime(const std::vector<NodeVersions>& nodes, std::string_view NodeVersions::*runtime) {
  std::string_view latest;
  for (const NodeVersions& node : nodes) {
    if (node.*runtime == kRuntimeNever) return std::string(kRuntimeNever);
    if (IsEarlierRuntime(latest, node.*runtime)) latest = node.*runtime;
  }
  return std::string(latest);
}

}  // namespace

bool ModelVersions::RunsOnOurKernels() const {
  return std::ranges::all_of(nodes, [](const NodeVersions& node) { return node.kernel_refusal.empty(); });
}

Result<ModelVersions> ExamineModel(const Model& model) {
  ModelVersions result;
  const std::vector<bool> is_read = FindReadSubgraphs(model);
  for (size_t i = 0; i < is_read.size(); ++i) {
    const Status status = ExamineSubgraph(model, static_cast<int>(i), is_read[i], result.nodes);
    if (!status.ok()) return Status(status.code(), "subgraph " + std::to_string(i) + " " + status.message());
  }
  result.stated_runtime = model.MinRuntimeVersion();
  result.runtime_of_stated = LatestRuntime(result.nodes, &NodeVersions::runtime_of_stated);
  result.runtime_of_needed = LatestRuntime(result.nodes, &NodeVersions::runtime_of_needed);
  return result;
}

}  // namespace litevk
