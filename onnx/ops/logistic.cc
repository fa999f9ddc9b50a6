#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    logistic, .write = [](NodeWriter& node) { return Unary(node, "Sigmoid"); },
    .lookup = {.is_elementwise = true, .has_integer_kernel = true})
