#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Dims that are known at run time are in TFLite's layout.
static Status BroadcastByRun(NodeWriter& node) {
  const Name dims = node.onnx().Cast(node.ReadStored(1, {}), ir::DataType::kInt64);
  node.Write(0, node.onnx().Add("Expand", {node.Read(0, {}), dims}), {});
  return {};
}

static Status BroadcastTo(NodeWriter& node) {
  if (!node.input(1).is_known()) return BroadcastByRun(node);
  const Permutation& permutation = node.output_permutation(0);
  const Name dims = node.onnx().Dims(WrittenDims(node.output(0).dims, permutation));
  node.Write(0, node.onnx().Add("Expand", {node.Read(0, permutation), dims}), permutation);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(broadcast_to, .write = BroadcastTo,
               .dims = {.from_values = true, .follows_counts = true, .is_polynomial = true})
