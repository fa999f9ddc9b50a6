#include "onnx/passes/join_reshapes.h"

#include <optional>

#include "onnx/facts/op_row.h"
#include "runtime/opset/same_quantization.h"

namespace litevk::to_onnx {
namespace {

bool Reshapes(const ir::Node& node) {
  const OpRow* row = FindOpRow(node.op_code);
  return row != nullptr && row->join.reshapes && HasOneOutput(node) && !node.inputs.empty() &&
         node.inputs.front() != ir::kAbsent;
}

// Fails unless the second of the nodes can read what the first one reads.
Status Check(const ir::GraphRewriter& rewriter, const ir::Node& first, const ir::Node& second) {
  const ir::Tensor& source = rewriter.tensor(first.inputs.front());
  const ir::Tensor& between = rewriter.tensor(first.outputs.front());
  const ir::Tensor& result = rewriter.tensor(second.outputs.front());
  if (rewriter.UsesOf(first.outputs.front()) != 1) return Unsupported("others read the first one's result");
  if (source.is_dynamic || between.is_dynamic || result.is_dynamic)
    return Unsupported("a run decides the dims");
  const bool is_alike = source.type == result.type && HasSameQuantization(source, between) &&
                        HasSameQuantization(between, result);
  return is_alike ? Status() : Unsupported("their scales differ");
}

}  // namespace

Status JoinReshapes(ir::GraphRewriter& rewriter, PassContext& context) {
  for (size_t position = 0; position < rewriter.size(); ++position) {
    const ir::Node& second = rewriter.node(position);
    if (!Reshapes(second)) continue;
    const std::optional<size_t> before = rewriter.ProducerOf(second.inputs.front());
    if (!before || !Reshapes(rewriter.node(*before))) continue;
    const ir::Node& first = rewriter.node(*before);
    const Status status = Check(rewriter, first, second);
    if (!status.ok()) {
      context.Refuse(second, status.message());
      continue;
    }
    rewriter.SetInput(position, 0, first.inputs.front());
    rewriter.RemoveNode(*before);
  }
  return {};
}

}  // namespace litevk::to_onnx
