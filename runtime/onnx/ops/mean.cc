#include "runtime/onnx/families/reduce.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Says whether numbers with a scale are averaged over height and width, of which runtimes have a kernel.
static bool IsGlobalPool(const NodeWriter& node, const std::vector<int64_t>& axes) {
  return node.is_scaled(0) && node.order(0) == kChannelsFirst && axes == std::vector<int64_t>{2, 3};
}

static Status Mean(NodeWriter& node) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> axes, WrittenAxes(node));
  if (!IsGlobalPool(node, axes)) return Reduce(node, "ReduceMean");
  const bool keeps_dims = node.params<abi::TfLiteReducerParams>().keep_dims;
  const Name mean = node.Add("GlobalAveragePool", {node.Read(0)});
  if (keeps_dims) return WriteReduced(node, mean, axes, true);
  const Name rows = node.Reshape(node.Settled(0, mean, kChannelsFirst), WrittenDims(node.output(0).dims, {}));
  return WriteReduced(node, rows, axes, false);
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(mean, .write = Mean)
