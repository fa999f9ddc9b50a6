#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status GatherNd(NodeWriter& node) {
  const Name value = node.Read(0, {});
  const Name positions = node.onnx().Cast(node.ReadStored(1, {}), ir::DataType::kInt64);
  node.Write(0, node.onnx().Add("GatherND", {value, positions}), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(gather_nd, .write = GatherNd, .dims = {.is_polynomial = true})
