#include "onnx/common/reduce.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    reduce_all, .write = [](NodeWriter& node) { return ReduceBools(node, "ReduceMin"); })
