#include "runtime/onnx/families/reduce.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    sum, .write = [](NodeWriter& node) { return Reduce(node, "ReduceSum"); }, .natives = kNumeric,
    .is_polynomial = true)
