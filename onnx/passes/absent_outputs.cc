#include "onnx/passes/absent_outputs.h"

#include <utility>
#include <vector>

#include "onnx/facts/check_counts.h"
#include "onnx/facts/op_row.h"
#include "runtime/opset/op_info.h"

namespace litevk::to_onnx {

// Takes the types from the last called subgraph, which returns the node's outputs: for a loop that is its
// body.
static void AddTo(ir::GraphRewriter& rewriter, size_t position, const ir::Program& program) {
  const std::vector<int> called = CalledSubgraphs(rewriter.node(position));
  if (called.empty()) return;
  const ir::Graph& callee = program.subgraphs[static_cast<size_t>(called.back())];
  for (size_t i = 0; i < rewriter.node(position).outputs.size(); ++i) {
    if (rewriter.node(position).outputs[i] != ir::kAbsent) continue;
    ir::Tensor result = callee.tensor(callee.outputs[i]);
    result.constness = ir::Constness::kRuntime;
    result.data = {};
    rewriter.SetOutput(position, i, rewriter.AddTensor(std::move(result)));
  }
}

Status AddAbsentOutputs(ir::GraphRewriter& rewriter, PassContext& context) {
  for (size_t position = 0; position < rewriter.size(); ++position) {
    const OpInfo* info = FindOpInfo(rewriter.node(position));
    if (info != nullptr && PassesOperands(*info)) AddTo(rewriter, position, context.program);
  }
  return {};
}

}  // namespace litevk::to_onnx
