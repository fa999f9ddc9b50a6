#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status Tile(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  if (!node.input(1).is_known()) {
    const Name counts = onnx.Cast(node.ReadStored(1, {}), ir::DataType::kInt64);
    node.Write(0, onnx.Add("Tile", {node.Read(0, {}), counts}), {});
    return {};
  }
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> repeats, node.Known(1));
  const Permutation& permutation = node.permutation(0);
  node.Write(0, onnx.Add("Tile", {node.Read(0), onnx.Dims(Permuted(repeats, permutation, int64_t{1}))}),
             permutation);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(tile, .write = Tile,
               .dims = {.from_values = true, .follows_counts = true, .is_polynomial = true})
