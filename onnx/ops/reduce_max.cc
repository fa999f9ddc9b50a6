#include "onnx/common/reduce.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    reduce_max, .write = [](NodeWriter& node) { return Reduce(node, "ReduceMax"); },
    .types = {.native = kNumeric | TypeSet{ir::DataType::kInt8, ir::DataType::kUInt8}})
