#include "runtime/onnx/families/pad.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status Pad(NodeWriter& node) { return ConstantPad(node, ZeroLike(node)); }

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(pad, .write = Pad,
               .natives = kNumeric | TypeSet{ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kBool,
                                             ir::DataType::kFloat64})
