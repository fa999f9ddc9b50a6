#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status Gather(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteGatherParams>();
  if (params.batch_dims != 0) return Unsupported("it has batch dims");
  const int64_t axis = Moved(params.axis, {}, node.input(0).dims.rank());
  const Name value = node.Read(0, {});
  Name indices = node.ReadStored(1, {});
  if (node.input(1).type == ir::DataType::kInt16) indices = node.Cast(indices, ir::DataType::kInt32);
  node.Write(0, node.Add("Gather", {value, indices}, {{"axis", axis}}), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(gather, .write = Gather)
