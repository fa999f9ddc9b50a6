#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status SelectV2(NodeWriter& node) {
  const Name condition = node.ReadStored(0, node.output_permutation(0));
  const Name left = ReadBroadcast(node, 1);
  const Name value = node.onnx().Add("Where", {condition, left, ReadBroadcast(node, 2)});
  // TFLite returns a scalar for single elements of any rank.
  node.Write(0, node.output(0).dims.rank() == 0 ? node.onnx().Reshape(value, {}) : value);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(select_v2, .write = SelectV2,
               .types = {.native = kNumeric | TypeSet{ir::DataType::kUInt8, ir::DataType::kFloat16}})
