#include "runtime/onnx/families/reduce.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    reduce_prod, .write = [](NodeWriter& node) { return Reduce(node, "ReduceProd"); }, .natives = kNumeric)
