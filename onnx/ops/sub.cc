#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    sub, .write = [](NodeWriter& node) { return SumOrDifference(node, "Sub"); },
    .types = {.native = kNumeric}, .dims = {.is_polynomial = true})
