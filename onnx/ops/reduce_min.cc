#include "onnx/common/reduce.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    reduce_min, .write = [](NodeWriter& node) { return Reduce(node, "ReduceMin"); },
    .types = {.native = kNumeric | TypeSet{ir::DataType::kInt8, ir::DataType::kUInt8}})
