#include "runtime/onnx/families/reduce.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    reduce_min, .write = [](NodeWriter& node) { return Reduce(node, "ReduceMin"); },
    .natives = kNumeric | TypeSet{ir::DataType::kInt8, ir::DataType::kUInt8})
