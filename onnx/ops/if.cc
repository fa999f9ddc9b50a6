#include "onnx.pb.h"
#include "onnx/common/control_flow.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {
namespace {

// Writes a branch, which reads the values of the outer graph by their names.
Status WriteBranch(NodeWriter& node, int subgraph, const CalledValues& inputs, ::onnx::GraphProto& graph) {
  GraphWriter writer(graph, node.onnx().writer());
  LITEVK_ASSIGN_OR_RETURN(const CalledValues results, node.subgraphs().Write(subgraph, inputs, writer));
  if (!AreAlike(results.tensors, OutputsOf(node))) {
    return Unsupported("its branches give values of different types or dims");
  }
  for (size_t i = 0; i < results.names.size(); ++i) {
    AddResult(writer, results.names[i], results.tensors[i], graph);
  }
  writer.Finish();
  return {};
}

// Returns the branch that is always taken if the condition is stored.
std::optional<int> TakenBranch(const ir::Graph& graph, const ir::Node& node) {
  if (node.inputs.empty() || node.inputs[0] == ir::kAbsent) return {};
  const ir::Tensor& condition = graph.tensor(node.inputs[0]);
  if (!condition.is_known() || condition.data.empty()) return {};
  return CalledSubgraphs(node)[condition.data[0] != std::byte{0} ? 0 : 1];
}

}  // namespace

static Status If(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteIfParams>();
  const CalledValues inputs = ReadPassed(node, 1);
  const Name stored = node.ReadStored(0, {});
  const Name condition = node.input(0).dims.rank() == 0 ? stored : node.onnx().Reshape(stored, {});
  ::onnx::NodeProto& proto = node.onnx().writer().AddNode("If", {condition});
  LITEVK_RETURN_IF_ERROR(
      WriteBranch(node, params.then_subgraph_index, inputs, AddGraph(proto, "then_branch")));
  LITEVK_RETURN_IF_ERROR(
      WriteBranch(node, params.else_subgraph_index, inputs, AddGraph(proto, "else_branch")));
  WriteResults(node, proto);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(if, .write = If, .calls = {.replacement = TakenBranch, .takes_branch_dims = true})
