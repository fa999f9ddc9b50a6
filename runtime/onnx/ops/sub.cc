#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    sub, .write = [](NodeWriter& node) { return SumOrDifference(node, "Sub"); }, .natives = kNumeric,
    .is_polynomial = true)
