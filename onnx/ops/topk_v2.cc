#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Name CountOf(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  if (node.input(1).is_known()) return onnx.Dims({node.output(0).dims.channels()});
  return onnx.Reshape(onnx.Cast(node.ReadStored(1, {}), ir::DataType::kInt64), {1});
}

static Status TopkV2(NodeWriter& node) {
  const Name count = CountOf(node);
  const Permutation& permutation = node.output_permutation(0);
  const int64_t axis = Moved(-1, permutation, node.output(0).dims.rank());
  const std::vector<Name> found =
      node.onnx().AddMany("TopK", {node.Read(0, permutation), count}, {{"axis", axis}}, 2);
  node.Write(0, found[0], permutation);
  node.WriteStored(1, node.onnx().Cast(found[1], node.output(1).type), permutation);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(topk_v2, .write = TopkV2, .types = {.native = kNumeric}, .dims = {.from_values = true})
