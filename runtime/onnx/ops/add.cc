#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    add, .write = [](NodeWriter& node) { return SumOrDifference(node, "Add"); }, .natives = kNumeric,
    .is_polynomial = true)
