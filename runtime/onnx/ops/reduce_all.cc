#include "runtime/onnx/families/reduce.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    reduce_all, .write = [](NodeWriter& node) { return ReduceBools(node, "ReduceMin"); })
