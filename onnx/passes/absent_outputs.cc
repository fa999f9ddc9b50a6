#include "onnx/passes/absent_outputs.h"

#include <vector>

#include "onnx/facts/check_counts.h"
#include "onnx/facts/op_row.h"
#include "runtime/opset/op_info.h"

namespace litevk::to_onnx {

// Takes the types from the last called subgraph, which returns the node's outputs: for a loop that is its
// body.
static void AddTo(ir::Graph& graph, ir::Node& node, const ir::Program& program) {
  const std::vector<int> called = CalledSubgraphs(node);
  if (called.empty()) return;
  const ir::Graph& callee = program.subgraphs[static_cast<size_t>(called.back())];
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    if (node.outputs[i] != ir::kAbsent) continue;
    ir::Tensor result = callee.tensor(callee.outputs[i]);
    result.constness = ir::Constness::kRuntime;
    result.data = {};
    node.outputs[i] = static_cast<ir::TensorId>(graph.tensors.size());
    graph.tensors.push_back(std::move(result));
  }
}

void AddAbsentOutputs(ir::Program& program) {
  for (ir::Graph& graph : program.subgraphs) {
    for (ir::Node& node : graph.nodes) {
      const OpInfo* info = FindOpInfo(node);
      if (info != nullptr && PassesOperands(*info)) AddTo(graph, node, program);
    }
  }
}

}  // namespace litevk::to_onnx
