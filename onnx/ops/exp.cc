#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    exp, .write = [](NodeWriter& node) { return Unary(node, "Exp"); }, .lookup = {.is_elementwise = true})
