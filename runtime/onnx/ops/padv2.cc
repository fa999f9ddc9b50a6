#include "runtime/onnx/families/pad.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status PadV2(NodeWriter& node) {
  if (!node.has(2)) return ConstantPad(node, ZeroLike(node));
  return ConstantPad(node, node.Reshape(node.Read(2, {}), {}));
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(padv2, .write = PadV2,
               .natives = kNumeric | TypeSet{ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kBool,
                                             ir::DataType::kFloat64})
