#include "onnx/common/arg_extremum.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status ArgMax(NodeWriter& node) { return ArgExtremum(node, "ArgMax"); }

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(arg_max, .write = ArgMax,
               .types = {.native = kNumeric | TypeSet{ir::DataType::kInt8, ir::DataType::kUInt8}})
