#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status Fill(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const bool is_known = node.input(0).is_known();
  const Name dims = is_known ? onnx.Dims(WrittenDims(node.output(0).dims, {}))
                             : onnx.Cast(node.ReadStored(0, {}), ir::DataType::kInt64);
  node.Write(0, onnx.Add("Expand", {node.Read(1, {}), dims}), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(fill, .write = Fill,
               .dims = {.from_values = true, .follows_counts = true, .is_polynomial = true})
