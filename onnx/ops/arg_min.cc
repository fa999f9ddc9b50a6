#include "onnx/common/arg_extremum.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status ArgMin(NodeWriter& node) { return ArgExtremum(node, "ArgMin"); }

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(arg_min, .write = ArgMin,
               .types = {.native = kNumeric | TypeSet{ir::DataType::kInt8, ir::DataType::kUInt8}})
