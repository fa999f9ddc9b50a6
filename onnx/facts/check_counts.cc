#include "onnx/facts/check_counts.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "onnx/facts/op_row.h"
#include "runtime/opset/loops.h"
#include "runtime/opset/operand_counts.h"

namespace litevk::to_onnx {
namespace {

Status CheckPresent(std::span<const ir::TensorId> ids, const char* kind) {
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] == ir::kAbsent)
      return InvalidArgument(std::string(kind) + " " + std::to_string(i) + " is absent");
  }
  return {};
}

// Checks the subgraphs of a node. A loop's first subgraph returns its condition, and all others the node's
// outputs.
Status CheckCalls(const ir::Program& program, const OpInfo& info, const ir::Node& node,
                  const std::vector<int>& called) {
  const auto first = static_cast<size_t>(std::max(info.first_passed_input, 0));
  if (node.inputs.size() < first) {
    return InvalidArgument("has " + std::to_string(node.inputs.size()) + " inputs, expected " +
                           std::to_string(first) + " or more");
  }
  const std::span<const ir::TensorId> inputs = node.inputs;
  LITEVK_RETURN_IF_ERROR(CheckPresent(inputs.first(first), "input"));
  for (size_t i = 0; i < called.size(); ++i) {
    constexpr std::array kCondition = {ir::kAbsent};
    const bool is_condition = i == 0 && IsLoop(info.op_code);
    const std::span<const ir::TensorId> outputs = is_condition ? kCondition : std::span(node.outputs);
    const ir::Graph& callee = program.subgraphs[static_cast<size_t>(called[i])];
    LITEVK_RETURN_IF_ERROR(
        CheckPassedCounts({inputs.subspan(first), outputs}, called[i], {callee.inputs, callee.outputs}));
  }
  return {};
}

Status CheckNode(const ir::Program& program, const ir::Graph& graph, const OpInfo& info,
                 const ir::Node& node) {
  if (PassesOperands(info)) return CheckCalls(program, info, node, CalledSubgraphs(node));
  LITEVK_RETURN_IF_ERROR(CheckPresent(node.outputs, "output"));
  if (!info.types.empty())
    return CheckSignatureCounts(info, ir::TensorsOf(graph, node.inputs), node.outputs.size());
  return CheckNamedCounts(info, {node.inputs, node.outputs});
}

Status CheckGraph(const ir::Program& program, const ir::Graph& graph) {
  LITEVK_RETURN_IF_ERROR(CheckPresent(graph.inputs, "input"));
  LITEVK_RETURN_IF_ERROR(CheckPresent(graph.outputs, "output"));
  for (const ir::Node& node : graph.nodes) {
    const OpInfo* info = FindOpInfo(node);
    if (info == nullptr) continue;  // the node is refused when it is written
    const Status status = CheckNode(program, graph, *info, node);
    if (!status.ok()) return {status.code(), DiagnosticPrefix(node, *info) + status.message()};
  }
  return {};
}

}  // namespace

bool PassesOperands(const OpInfo& info) {
  return info.called_subgraphs != nullptr && !info.reads_called_nodes;
}

Status CheckCounts(const ir::Program& program) {
  for (size_t i = 0; i < program.subgraphs.size(); ++i) {
    const Status status = CheckGraph(program, program.subgraphs[i]);
    if (status.ok()) continue;
    const std::string prefix = i == 0 ? "" : "subgraph " + std::to_string(i) + ": ";
    return {status.code(), prefix + status.message()};
  }
  return {};
}

}  // namespace litevk::to_onnx
